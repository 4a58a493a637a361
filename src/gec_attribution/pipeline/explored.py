"""Contents of a study's explorer."""

from collections.abc import Iterator, Mapping
from pathlib import Path

from gec_attribution.config.names import REFERENCE
from gec_attribution.experiments.declaration import Reads
from gec_attribution.pages.explorer.datasets import DatasetFiles
from gec_attribution.pipeline.study import ExperimentStudy


def explored_datasets(study: ExperimentStudy) -> list[DatasetFiles]:
    """The files that the explorer shows of each data set."""
    datasets = study.shared_datasets
    for name in study.datasets:
        is_shown = study.is_judged(name) and study.reads(Reads.JUDGED, name)
        if is_shown and name not in datasets:
            datasets.append(name)
    return [_explored(study, name) for name in datasets]


def explored_files(value: object) -> Iterator[str]:
    """The files of data sets, as the input of a rule."""
    match value:
        case Path():
            yield str(value)
        case DatasetFiles():
            yield from explored_files(vars(value))
        case Mapping():
            yield from explored_files(list(value.values()))
        case list():
            for item in value:
                yield from explored_files(item)


def _explored(study: ExperimentStudy, dataset: str) -> DatasetFiles:
    folder = Path(study.folder) / dataset
    entry = study.datasets[dataset]
    systems = study.systems_of(dataset)
    gold = study.gold_explanations(dataset)
    # The data set's explanations have no explainer's name.
    explained_references = {"": list(map(Path, gold))} if gold else {}
    explained: dict[str, dict[str, list[Path]]] = {}
    for explainer, correction, runs in study.explanations_of(dataset):
        if correction in systems:
            explained.setdefault(explainer, {})[correction] = list(map(Path, runs))
        if correction == REFERENCE:
            explained_references[explainer] = list(map(Path, runs))
    references = study.paths(dataset, "edits/reference.{reference}.m2")
    metrics = study.metrics_of(dataset)
    records = {name: folder / f"records/{name}.jsonl.gz" for name in metrics}
    scores = {name: folder / f"scores/{name}.parquet" for name in metrics}
    judged = Path(entry.sources.local) if study.is_judged(dataset) else None
    authors = entry.authors
    return DatasetFiles(
        name=dataset,
        label=study.label("dataset", dataset),
        language=entry.language,
        systems=systems,
        methods=list(study.methods),
        games=folder / "coalitions/games.parquet",
        references=list(map(Path, references)),
        records=records,
        coalitions=folder / "coalitions/coalitions.parquet",
        scores=scores,
        explanations=explained,
        explained_references=explained_references,
        judged=judged,
        authors=Path(authors.local) if authors else None,
        authors_entry=authors.spec if authors else None,
        lines=entry.lines,
    )
