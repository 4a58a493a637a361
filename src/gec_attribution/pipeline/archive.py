"""A study's results as one zip for an archive such as Zenodo: a Workflow Run RO-Crate.

See https://www.researchobject.org/workflow-run-crate. The zip has numbers, figures and their
origin; no weights, and no corpus, which may not be passed on.
"""

import json
import tempfile
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import yaml

from gec_attribution.config.model_lock import LOCK
from gec_attribution.errors import InputError
from gec_attribution.plugins.extras import needed_by
from gec_attribution.storage.files import write_atomically
from gec_attribution.storage.project import PROJECT

if TYPE_CHECKING:
    from rocrate.rocrate import ROCrate

# Below the folder of a study. Other folders have sentences of corpora.
_RESULTS = (
    "provenance.json",
    LOCK,
    "report.html",
    "tables/*",
    "figures/*",
    "*/evaluation/*.csv",
    "*/attributions/*/*.parquet",
    "*/ends/*.parquet",
)
_WORKFLOW = ("Snakefile", "workflow/**/*", "scripts/**/*.py")
_PROFILES = (
    "https://w3id.org/ro/wfrun/process/0.5",
    "https://w3id.org/ro/wfrun/workflow/0.5",
    "https://w3id.org/workflowhub/workflow-ro-crate/1.0",
)


def write_archive(results: str | Path, archive: str | Path) -> int:
    """Write the results of a study, with the workflow that made them, into a zip.

    Args:
        results: the folder of the study's results, `results/NAME`.
        archive: the zip.

    Returns:
        The number of files of results in it.

    Raises:
        InputError: the folder has no `provenance.json`, as before the end of a run.
        OutputError: the disk is full, or the folder cannot be written to.
        PackageError: the package rocrate is not installed.
    """
    with needed_by("archive"):
        from rocrate.rocrate import ROCrate

    folder = Path(results)
    provenance = read_provenance(folder)
    crate = ROCrate()
    files = sorted(_matching(folder, _RESULTS))
    made = [crate.add_file(file, file.relative_to(folder).as_posix()) for file in files]
    with tempfile.TemporaryDirectory() as temporary:
        study_file = Path(temporary, "study.yaml")
        text = yaml.safe_dump(provenance["study"], sort_keys=False, allow_unicode=True)
        study_file.write_text(text, encoding="utf-8")
        study = crate.add_file(
            study_file,
            "study.yaml",
            properties={"name": "The study, with all defaults"},
        )
        _describe(crate, provenance)
        _add_run(crate, provenance, study, made)
        # The library names a zip by its suffix.
        with write_atomically(archive) as unfinished:
            zipped = Path(temporary, "archive.zip")
            with warnings.catch_warnings():
                # An installed package has no Snakefile to pack, but says which one was run.
                warnings.filterwarnings("ignore", "No source for workflow/Snakefile")
                crate.write_zip(zipped)
            unfinished.write_bytes(zipped.read_bytes())
    return len(files)


def read_provenance(folder: Path) -> dict[str, Any]:
    """The origin of a study's results.

    Raises:
        InputError: the folder has none.
    """
    file = folder / "provenance.json"
    if not file.is_file():
        raise InputError(
            f"{folder}: has no provenance.json, so it is not the folder of a study, or the "
            "run has not ended; name a folder such as results/learner"
        )
    return json.loads(file.read_text("utf-8"))


def _matching(folder: Path, patterns: tuple[str, ...]) -> Iterator[Path]:
    for pattern in patterns:
        for path in folder.glob(pattern):
            if path.is_file() and "__pycache__" not in path.parts:
                yield path


def _describe(crate: "ROCrate", provenance: dict[str, Any]) -> None:
    """Name, profiles and licences of the whole."""
    name = provenance["study"]["study"]
    crate.name = f"Edit-level attributions: the study {name}"
    crate.description = (
        "Attributions of metrics of grammatical error correction to edits: tables, figures, and in "
        "provenance.json the study, models, data, software and publications behind them."
    )
    crate.root_dataset["conformsTo"] = [
        crate.add_jsonld({"@id": address, "@type": "CreativeWork"})
        for address in _PROFILES
    ]
    licences = {
        "@id": "#licences",
        "@type": "CreativeWork",
        "name": "Licences",
        "description": "Licences of the data and models are listed in provenance.json.",
    }
    crate.license = crate.add_jsonld(licences)


def _add_run(
    crate: "ROCrate", provenance: dict[str, Any], study: Any, made: list[Any]
) -> None:
    """The workflow, and its run from the study to the results."""
    code = provenance["code"]
    for file in sorted(_matching(PROJECT, _WORKFLOW)):
        place = file.relative_to(PROJECT).as_posix()
        if place != "workflow/Snakefile":
            crate.add_file(file, place)
    snakefile = PROJECT / "workflow" / "Snakefile"
    properties = {
        "name": "gec-attribution",
        "version": f"{code['version']} {code['commit'] or ''}".strip(),
        "license": "https://spdx.org/licenses/MIT",
    }
    workflow = crate.add_workflow(
        snakefile if snakefile.is_file() else None,
        "workflow/Snakefile",
        properties=properties,
        main=True,
        lang="snakemake",
    )
    crate.add_action(
        workflow,
        identifier="#run",
        object=[study],
        result=made,
        properties={
            "name": f"Run of the study {provenance['study']['study']}",
            "actionStatus": "http://schema.org/CompletedActionStatus",
        },
    )
