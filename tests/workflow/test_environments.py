import ast
import itertools
import re
from importlib.metadata import packages_distributions, requires
from pathlib import Path

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from project import PACKAGE, ROOT, output_of

from gec_attribution.experiments.catalogue import experiments
from gec_attribution.experiments.declaration import Figure
from gec_attribution.plugins import code
from gec_attribution.plugins.loading import modules_of


def requirements() -> dict[str, Requirement]:
    """Requirements of the package and its extras, by name, in lower case as in the lock."""
    needed = itertools.chain(
        PACKAGE["dependencies"], *PACKAGE["optional-dependencies"].values()
    )
    return {needed.name.lower(): needed for needed in map(Requirement, needed)}


def lock_pins() -> dict[str, str]:
    return dict(
        re.findall(
            r"^([a-z0-9._-]+)==(\S+)$",
            (ROOT / "requirements.lock").read_text(),
            re.MULTILINE,
        )
    )


ENVIRONMENTS = sorted(path.stem for path in (ROOT / "envs").glob("*.yaml"))


def pins_of(environment: str) -> dict[str, str]:
    """The release of each package that pip brings to an environment."""
    entries = yaml.safe_load((ROOT / f"envs/{environment}.yaml").read_text())[
        "dependencies"
    ]
    (packages,) = (entry["pip"] for entry in entries if isinstance(entry, dict))
    return dict(pin.split("==") for pin in packages)


@pytest.mark.parametrize("environment", ENVIRONMENTS)
def test_conda_environments_have_the_pins_of_the_lock(environment):
    pins = pins_of(environment)
    assert pins
    assert pins == {name: lock_pins()[name.lower()] for name in pins}


def test_the_lock_has_a_release_of_all_that_is_asked_for():
    pins = lock_pins()
    for name, asked in requirements().items():
        assert pins[name] in asked.specifier, asked


def test_the_library_has_a_lower_bound_for_all_it_needs_and_no_upper_one():
    extras = PACKAGE["optional-dependencies"]
    # The workflow, the documentation and the tools run in the environment of the lock alone.
    of_library = [extras[name] for name in extras.keys() - {"workflow", "docs", "dev"}]
    for asked in map(
        Requirement, itertools.chain(PACKAGE["dependencies"], *of_library)
    ):
        assert [bound.operator for bound in asked.specifier] == [">="], asked


def brought_by(environment: str) -> set[str]:
    """The packages of an environment, with all that they require."""
    waiting, brought = list(map(canonicalize_name, pins_of(environment))), set()
    while waiting:
        name = waiting.pop()
        if name not in brought:
            brought.add(name)
            asked = map(Requirement, requires(name) or ())
            waiting += [
                canonicalize_name(each.name)
                for each in asked
                if not each.marker or each.marker.evaluate({"extra": ""})
            ]
    return brought


def jobs_of() -> dict[str, list[tuple[str, str]]]:
    """The jobs of each environment: a script of a rule, and the module that it loads by name."""
    jobs: dict[str, list[tuple[str, str]]] = {}
    for file in (ROOT / "workflow/rules").glob("*.smk"):
        rule = r'envs/(\w+)\.yaml".*?script:\s+"\.\./\.\./(.+?)"'
        for environment, script in re.findall(rule, file.read_text(), re.DOTALL):
            jobs.setdefault(environment, []).append((script, ""))
    for environment, script, room in BY_TYPE:
        types = modules_of(f"gec_attribution.{room}")
        jobs[environment] += [(script, f"{room}.{name}") for name in types]
    for experiment in experiments().values():
        if experiment.computed:
            compute = f"experiments.{experiment.name}.compute"
            jobs[experiment.environment].append(
                ("scripts/experiments/evaluate.py", compute)
            )
        for shown in experiment.shown():
            verb = "plot" if isinstance(shown, Figure) else "tabulate"
            module = f"experiments.{experiment.module(shown)}"
            jobs["analysis"].append((f"scripts/experiments/{verb}.py", module))
    return jobs


# Environments with jobs that load a module by the type of an entry: from which script and room.
BY_TYPE = [
    ("systems", "scripts/systems/correct_sentences.py", "systems"),
    ("edits", "scripts/edits/extract_edits.py", "languages"),
    ("scores", "scripts/scores/score_pairs.py", "metrics"),
    ("analysis", "scripts/attributions/attribute_edits.py", "attribution"),
    ("explanations", "scripts/explanations/explain_corrections.py", "explanations"),
]
JOBS = jobs_of()
# Packages that others import if they are there, and one that starts with Python.
OPTIONAL = {
    "cloudpickle",
    "gec-metrics",
    "packaging",
    "pillow",
    "sentencepiece",
    "setuptools",
}
# Files with imports in functions that no job of an environment calls.
NOT_CALLED = {
    # No model runs, nothing is scored, and no edits are found.
    "analysis": {
        "experiments/inputs.py",
        "languages/chinese_alignment.py",
        "languages/chinese_lexicons.py",
        "languages/annotated.py",
        "languages/errant.py",
        "languages/general.py",
        "languages/general_edits.py",
        "metrics/cherrant.py",
        "networks/",
        "plugins/settings.py",
        "timing/",
    },
    "edits": {
        "corpora/downloads.py",
        "languages/chinese_relations.py",
        "networks/gpus.py",
        "plugins/settings.py",
    },
    # Files were downloaded before; no Chinese text needs ERRANT, and taggers are only fetched.
    "explanations": {
        "corpora/downloads.py",
        "languages/annotated.py",
        "languages/errant.py",
        "languages/general.py",
        "languages/general_edits.py",
        "systems/gector_tags.py",
    },
    "scores": {"corpora/downloads.py"},
    # Systems find no edits, and have no adapter.
    "systems": {
        "corpora/downloads.py",
        "languages/annotated.py",
        "languages/errant.py",
        "languages/general.py",
        "languages/general_edits.py",
        "networks/generation.py",
    },
}


def lacking(environment: str) -> set[str]:
    """The installed packages that an environment does not bring, by the names of their modules."""
    there = brought_by(environment) | OPTIONAL | {"gec-attribution"}
    return {
        module
        for module, names in packages_distributions().items()
        if not there & set(map(canonicalize_name, names))
    }


def packages_imported(file: Path) -> set[str]:
    """The packages that a file imports when it runs, wherever the import stands."""
    imported = set()
    for node in code._running(ast.parse(file.read_bytes())):
        if isinstance(node, ast.Import):
            imported |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            imported.add(node.module.partition(".")[0])
    return imported


@pytest.mark.parametrize("environment", ENVIRONMENTS)
def test_an_environment_brings_what_functions_of_its_jobs_import(environment):
    files = set()
    for script, module in JOBS[environment]:
        files |= set(code.file_digests(ROOT / script, [module.partition(".")[2]]))
    called = [
        file for file in files if not file.startswith(tuple(NOT_CALLED[environment]))
    ]
    blocked = lacking(environment)
    lacks = {}
    for file in called:
        path = ROOT / "src/gec_attribution" / file
        if path.suffix == ".py" and path.is_file():
            lacks[file] = packages_imported(path) & blocked
    assert not any(lacks.values()), lacks


BLOCKED_IMPORTS = """
import importlib, runpy, sys
blocked, jobs = set(sys.argv[1].split()), sys.argv[2:]

class Blocker:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in blocked:
            raise ModuleNotFoundError(f"{name} is not in this environment", name=name)

sys.meta_path.insert(0, Blocker())
for job in jobs:
    try:
        runpy.run_path(job) if job.endswith(".py") else importlib.import_module(job)
    except ImportError as error:
        print(f"{job}: {error}")
"""


@pytest.mark.workflow
@pytest.mark.parametrize("environment", ENVIRONMENTS)
def test_every_job_can_be_loaded_in_its_environment(environment):
    scripts, modules = map(set, zip(*JOBS[environment], strict=True))
    jobs = [
        *sorted(scripts),
        *(f"gec_attribution.{name}" for name in sorted(modules - {""})),
    ]
    blocked = " ".join(sorted(lacking(environment)))
    assert not output_of(BLOCKED_IMPORTS, blocked, *jobs, cwd=ROOT)
