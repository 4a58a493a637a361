"""Contents of a study's explorer."""

from collections.abc import Iterator, Mapping
from pathlib import Path

from gec_attribution.config.names import REFERENCE
from gec_attribution.experiments.declaration import Reads
from gec_attribution.pages.explorer.datasets import DatasetFiles
from gec_attribution.pipeline.study import ExperimentStudy


def explored_datasets(study: ExperimentStudy) -> list[DatasetFiles]:
    """The files that the explorer shows of each data set."""
    judged = [
        name
        for name in study.datasets
        if study.is_judged(name) and study.reads(Reads.JUDGED, name)
    ]
    names = dict.fromkeys([*study.shared_datasets, *judged])
    return [_explored(study, name) for name in names]


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
    references = {"": list(map(Path, gold))} if gold else {}
    explained: dict[str, dict[str, list[Path]]] = {}
    for explainer, correction, runs in study.explanations_of(dataset):
        if correction in systems:
            explained.setdefault(explainer, {})[correction] = list(map(Path, runs))
        if correction == REFERENCE:
            references[explainer] = list(map(Path, runs))
    judged = Path(entry.sources.local) if study.is_judged(dataset) else None
    records = {}
    scores = {}
    for metric in study.metrics_of(dataset):
        records[metric] = folder / f"records/{metric}.jsonl.gz"
        scores[metric] = folder / f"scores/{metric}.parquet"
    return DatasetFiles(
        name=dataset,
        label=study.label("dataset", dataset),
        language=entry.language,
        systems=systems,
        methods=list(study.methods),
        games=folder / "coalitions/games.parquet",
        references=list(
            map(Path, study.paths(dataset, "edits/reference.{reference}.m2"))
        ),
        records=records,
        coalitions=folder / "coalitions/coalitions.parquet",
        scores=scores,
        explanations=explained,
        explained_references=references,
        judged=judged,
        authors=Path(entry.authors.local) if entry.authors else None,
        authors_entry=entry.authors.spec if entry.authors else None,
        lines=entry.lines,
    )
