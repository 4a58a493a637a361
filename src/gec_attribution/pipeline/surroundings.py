"""Software and processor of each job, which the job itself writes down beside its log.

With conda or on a cluster, a job may run on other releases than Snakemake does.
"""

import json
import platform
import sys
from collections.abc import Iterable, Mapping
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from gec_attribution.storage.code_state import code_state
from gec_attribution.storage.files import write_atomically

# Modules that move numbers or draw them, and the packages that bring them.
_PACKAGES = {
    "errant": "errant",
    "matplotlib": "matplotlib",
    "numpy": "numpy",
    "pandas": "pandas",
    "peft": "peft",
    "rapidfuzz": "rapidfuzz",
    "scipy": "scipy",
    "seaborn": "seaborn",
    "sklearn": "scikit-learn",
    "spacy": "spacy",
    "tokenizers": "tokenizers",
    "torch": "torch",
    "transformers": "transformers",
}
SUFFIX = ".software.json"


def record_surroundings(rule: str, log: str | Path) -> None:
    """Write the software of this process into a JSON file beside the log of its rule.

    Of the packages, those are named that the job has imported.
    """
    surroundings = {
        "rule": rule,
        "code": code_state(),
        "python": platform.python_version(),
        "packages": _imported_packages(),
        "machine": f"{platform.system()} {platform.machine()}",
        "processor": _processor(),
        "gpu": _gpu(),
    }
    with write_atomically(Path(log).with_suffix(SUFFIX)) as temporary:
        text = json.dumps(surroundings, indent=1)
        temporary.write_text(f"{text}\n", encoding="utf-8")


def read_surroundings(logs: str | Path) -> list[dict[str, object]]:
    """The different surroundings of the jobs whose logs are in a folder, in the order of files."""
    distinct: dict[str, dict[str, object]] = {}
    for file in sorted(Path(logs).rglob(f"*{SUFFIX}")):
        text = file.read_text("utf-8")
        distinct.setdefault(text, json.loads(text))
    return list(distinct.values())


def software_facts(surroundings: Iterable[Mapping[str, Any]]) -> dict[str, str]:
    """Code, releases and processors of all jobs, as texts for the report, name to value."""
    commits: set[str] = set()
    releases: set[str] = set()
    processors: set[str] = set()
    for job in surroundings:
        commits.add(_code_text(job["code"]))
        releases.add(f"Python {job['python']}")
        releases.update(map(" ".join, job["packages"].items()))
        processors.update(filter(None, (job["processor"], job["gpu"])))
    return {
        "Code": "; ".join(sorted(commits)),
        "Releases": ", ".join(sorted(releases, key=str.lower)),
        "Computed on": "; ".join(sorted(processors)),
    }


def _code_text(code: Mapping[str, Any]) -> str:
    text = f"gec-attribution {code['version']}"
    if code["commit"]:
        text += f", commit {code['commit'][:12]}"
    if code["changed"]:
        text += " with changes that are not committed"
    return text


def _imported_packages() -> dict[str, str]:
    releases = {}
    for module, package in _PACKAGES.items():
        if module not in sys.modules:
            continue
        try:
            releases[package] = version(package)
        except PackageNotFoundError:
            continue
    return releases


def _processor() -> str:
    """The name of the processor as Linux says it; elsewhere what Python knows of it."""
    names = Path("/proc/cpuinfo")
    if names.is_file():
        for line in names.read_text("utf-8", "replace").splitlines():
            key, _, value = line.partition(":")
            if key.strip() == "model name":
                return value.strip()
    return platform.processor()


def _gpu() -> str | None:
    """The card that this process computed on; None where it used none."""
    torch = sys.modules.get("torch")
    if torch is None or not torch.cuda.is_initialized():
        return None
    return torch.cuda.get_device_name()
