"""Costs of scoring the coalitions that are planned already."""

from collections.abc import Iterator, Sequence
from dataclasses import asdict

import pandas as pd

from gec_attribution.corpora.files import references_by_source
from gec_attribution.languages import load_language
from gec_attribution.metrics import Metric, load_metric
from gec_attribution.pipeline.stage_files import StageFiles
from gec_attribution.scores.cost import Cost, cost_of_pairs


def scoring_costs(
    files: StageFiles, metric: str, datasets: Sequence[str], store: str
) -> Iterator[Cost]:
    """Costs of a metric on data sets whose coalitions are planned.

    Nothing is said where the metric or the pairs cannot be had, of which their own job says why.

    Args:
        files: the files of the study.
        metric: the metric, which is no component of another. It is loaded once.
        datasets: the data sets.
        store: folder of the score store; nothing is written there.
    """
    # A metric of somebody's own, or a damaged file, may raise anything; a plan does not end of it.
    try:
        options = asdict(files.study.scoring.settings)
        loaded = load_metric(metric, files.study.metrics[metric].spec, **options)
    except Exception:  # noqa: BLE001
        return
    for dataset in datasets:
        try:
            yield _cost(files, dataset, loaded, store)
        except Exception:  # noqa: BLE001, S112
            continue


def _cost(files: StageFiles, dataset: str, metric: Metric, store: str) -> Cost:
    language = load_language(files.study.datasets[dataset].language)
    read = references_by_source(
        files.sources(dataset), files.references_read(dataset, metric.name), language
    )
    pairs = pd.read_parquet(files.pairs(dataset), columns=["source", "sentence"])
    sources, sentences = pairs["source"].tolist(), pairs["sentence"].tolist()
    cost = cost_of_pairs(metric, sources, sentences, store, [read.get(s, ()) for s in sources])
    return cost._replace(metric=f"{dataset}, {metric.name}")
