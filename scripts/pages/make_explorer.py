"""Write the explorer of a study.

Reads: the files of each data set in params.datasets (edits, references, attributions, coalitions,
scores, interactions, explanations, judged, authors); params.study and params.labels have names.
Writes: output[0], a folder.
"""

from pathlib import Path
from typing import Any

from gec_attribution.pages.explorer.columns import DatasetFiles
from gec_attribution.pages.explorer.folder import write_explorer
from gec_attribution.pipeline.scripts import run_script


def main(snakemake: Any) -> None:
    """Unpack the rule and write the folder."""
    params = snakemake.params
    write_explorer(
        snakemake.output[0],
        [_files(name, entry) for name, entry in params.datasets.items()],
        study=params.study,
        labels=params.labels,
    )


def _files(name: str, entry: dict) -> DatasetFiles:
    return DatasetFiles(
        name=name,
        label=entry["label"],
        language=entry["language"],
        edits={system: Path(path) for system, path in entry["edits"].items()},
        references=[Path(path) for path in entry["references"]],
        attributions={
            metric: {method: Path(path) for method, path in by_method.items()}
            for metric, by_method in entry["attributions"].items()
        },
        coalitions=Path(entry["coalitions"]),
        scores={metric: Path(path) for metric, path in entry["scores"].items()},
        interactions={metric: Path(path) for metric, path in entry["interactions"].items()},
        explanations={
            explainer: {system: list(map(Path, paths)) for system, paths in by_system.items()}
            for explainer, by_system in entry["explanations"].items()
        },
        explained_references={
            explainer: list(map(Path, paths))
            for explainer, paths in entry["explained_references"].items()
        },
        judged=Path(entry["judged"]) if entry["judged"] else None,
        authors=Path(entry["authors"]) if entry["authors"] else None,
        authors_entry=entry["authors_entry"],
        lines=entry["lines"],
    )


if "snakemake" in globals():
    run_script(main, snakemake)  # noqa: F821
