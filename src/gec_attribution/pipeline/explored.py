"""Contents of a study's explorer, and the files they are in."""

from collections.abc import Iterator, Mapping
from typing import Any

from gec_attribution.config.entries import REFERENCE
from gec_attribution.experiments.declaration import Reads
from gec_attribution.pipeline.stage_files import StageFiles
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
    files, entry = StageFiles(study), study.datasets[dataset]
    metrics = study.metrics_of(dataset)
    return {
        "label": study.label("dataset", dataset),
        "language": entry.language,
        "edits": {name: files.edits(dataset, name) for name in study.systems_of(dataset)},
        "references": files.reference_edits(dataset),
        "attributions": {
            metric: {
                method: files.attributions(dataset, metric, method) for method in study.methods
            }
            for metric in metrics
        },
        "coalitions": files.coalitions(dataset),
        "scores": {metric: files.scores(dataset, metric) for metric in metrics},
        "interactions": {
            metric: files.interactions(dataset, metric)
            for metric in metrics
            if study.reads(Reads.INTERACTIONS, dataset)
        },
        "explanations": _explained_by_system(study, dataset),
        "explained_references": _explained_references(study, dataset),
        "judged": next(iter(files.judged(dataset)), []),
        "authors": [] if entry.authors is None else entry.authors.local,
        "authors_entry": None if entry.authors is None else entry.authors.spec,
        "lines": entry.lines,
    }


def _explained_by_system(study: ExperimentStudy, dataset: str) -> dict[str, dict[str, list[str]]]:
    """Files with each explainer's explanations of the systems' corrections, one for each run."""
    systems = study.systems_of(dataset)
    explained: dict[str, dict[str, list[str]]] = {}
    for explainer, correction, runs in study.explanations_of(dataset):
        if correction in systems:
            explained.setdefault(explainer, {})[correction] = runs
    return explained


def _explained_references(study: ExperimentStudy, dataset: str) -> dict[str, list[str]]:
    """Files with explanations of the first reference; without a name, those of the data set."""
    gold = StageFiles(study).gold_explanations(dataset)
    explained = {
        explainer: runs
        for explainer, correction, runs in study.explanations_of(dataset)
        if correction == REFERENCE
    }
    return {**({"": gold} if gold else {}), **explained}
