"""Contents of a study's explorer, and their files."""

from collections.abc import Iterator, Mapping
from typing import Any

from gec_attribution.config.entries import REFERENCE
from gec_attribution.experiments.declaration import Reads
from gec_attribution.pipeline.study import ExperimentStudy

# Which describe the files beside them.
_NOT_FILES = frozenset(("label", "language", "lines", "authors_entry"))


def explored_datasets(study: ExperimentStudy) -> dict[str, dict[str, Any]]:
    """Where the explorer finds what it shows of each data set."""
    judged = [
        name for name in study.datasets if study.is_judged(name) and study.reads(Reads.JUDGED, name)
    ]
    return {
        name: _explored(study, name) for name in dict.fromkeys([*study.shared_datasets, *judged])
    }


def files_in(entry: Any) -> Iterator[str]:
    """Every file that some nested mappings and lists name, apart from what describes them."""
    if isinstance(entry, str):
        yield entry
    elif isinstance(entry, Mapping):
        for key, value in entry.items():
            if key not in _NOT_FILES:
                yield from files_in(value)
    else:
        for value in entry:
            yield from files_in(value)


def _explored(study: ExperimentStudy, dataset: str) -> dict[str, Any]:
    folder, entry = f"{study.folder}/{dataset}", study.datasets[dataset]
    metrics, systems = study.metrics_of(dataset), study.systems_of(dataset)
    explained: dict[str, dict[str, list[str]]] = {}
    # Those of the data set have no name.
    gold = study.gold_explanations(dataset)
    references = {"": gold} if gold else {}
    for explainer, correction, runs in study.explanations_of(dataset):
        if correction in systems:
            explained.setdefault(explainer, {})[correction] = runs
        if correction == REFERENCE:
            references[explainer] = runs
    return {
        "label": study.label("dataset", dataset),
        "language": entry.language,
        "edits": {name: f"{folder}/edits/{name}.m2" for name in systems},
        "references": study.paths(dataset, "edits/reference.{reference}.m2"),
        "attributions": {
            metric: {
                method: f"{folder}/attributions/{metric}/{method}.parquet"
                for method in study.methods
            }
            for metric in metrics
        },
        "coalitions": f"{folder}/coalitions/coalitions.parquet",
        "scores": {metric: f"{folder}/scores/{metric}.parquet" for metric in metrics},
        "interactions": {
            metric: f"{folder}/interactions/{metric}.parquet"
            for metric in metrics
            if study.reads(Reads.INTERACTIONS, dataset)
        },
        "explanations": explained,
        "explained_references": references,
        "judged": next(iter(study.files_read(Reads.JUDGED, dataset, ())), []),
        "authors": [] if entry.authors is None else entry.authors.local,
        "authors_entry": None if entry.authors is None else entry.authors.spec,
        "lines": entry.lines,
    }
