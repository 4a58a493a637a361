"""Costs of scoring the coalitions that are planned already."""

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path

import pandas as pd

from gec_attribution.corpora.files import references_by_source
from gec_attribution.languages import load_language
from gec_attribution.metrics import Metric, load_metric
from gec_attribution.pipeline.study import ExperimentStudy
from gec_attribution.scores.store import ScoreStore, is_kept, pair_keys

_PAIRS = "coalitions/pairs.parquet"


def costs_expected(study: ExperimentStudy, store: str) -> Iterator[str]:
    """Sentences still to be scored: a line for each metric and data set with planned coalitions."""
    folder, datasets = Path(study.folder), study.shared_datasets
    planned = [name for name in datasets if (folder / name / _PAIRS).is_file()]
    for metric in study.scored_metrics:
        waiting = [
            name
            for name in planned
            if metric in study.metrics_of(name)
            and not (folder / name / f"scores/{metric}.parquet").is_file()
        ]
        if waiting:
            yield from scoring_costs(study, metric, waiting, store)
    if unplanned := ", ".join(name for name in datasets if name not in planned):
        yield (
            f"{unplanned}: how much is to be scored is known when the coalitions are planned "
            "(--until plan_coalitions)"
        )


def scoring_costs(
    study: ExperimentStudy, name: str, datasets: Sequence[str], store: str
) -> Iterator[str]:
    """Distinct sentences of data sets with planned coalitions, and how many of them are stored.

    A metric or pairs that cannot be read have no cost; their own job says why.

    Args:
        study: the study.
        name: the metric, which is no component of another. It is loaded once.
        datasets: the data sets.
        store: folder of the score store; nothing is written there.
    """
    # A user's metric, or a damaged file, may raise anything; that must not end a dry run.
    try:
        options = asdict(study.scoring.settings)
        metric = load_metric(name, study.metrics[name].spec, **options)
    except Exception:  # noqa: BLE001
        return
    for dataset in datasets:
        folder = f"{study.folder}/{dataset}"
        references = study.paths(dataset, "corpus/reference.{reference}.txt")
        try:
            read = references_by_source(
                f"{folder}/corpus/sources.txt",
                references if study.reads_references(name) else [],
                load_language(study.datasets[dataset].language),
            )
            pairs = pd.read_parquet(f"{folder}/{_PAIRS}")
            sources, sentences = pairs["source"].tolist(), pairs["sentence"].tolist()
            texts = [read.get(source, ()) for source in sources]
            number = _number_stored(metric, sources, sentences, texts, store)
        except Exception:  # noqa: BLE001, S112
            continue
        stored = f", {number:,} of them in the store" if number else ""
        yield f"{dataset}, {name}: {len(pairs):,} sentences to be scored{stored}"


def _number_stored(
    metric: Metric,
    sources: Sequence[str],
    sentences: Sequence[str],
    references: Sequence[Sequence[str]],
    store: str,
) -> int:
    signature = metric.store_signature()
    if not is_kept(store, signature):
        return 0
    keys = pair_keys(sources, sentences, list(map(metric.read_beside, sources, references)))
    is_stored, _ = ScoreStore(store, signature, metric.components).find(keys)
    return int(is_stored.sum())
