"""Sentences that metrics still have to score, as far as they are planned."""

from collections.abc import Iterator
from pathlib import Path

import pyarrow.parquet as pq

from gec_attribution.pipeline.study import ExperimentStudy


def scoring_costs(study: ExperimentStudy) -> Iterator[str]:
    """A line for each data set: its planned sentences, and the metrics without scores of them.

    The store may have some of the scores; only a metric's own job, which loads it, can tell.
    """
    for dataset in study.shared_datasets:
        folder = Path(study.folder) / dataset
        pairs = folder / "coalitions" / "pairs.parquet"
        if not pairs.is_file():
            yield (
                f"{dataset}: how much is to be scored is known when the coalitions are planned "
                "(--until plan_coalitions)"
            )
            continue
        waiting = [
            name
            for name in study.metrics_of(dataset)
            if name in study.scored_metrics and not (folder / f"scores/{name}.parquet").is_file()
        ]
        if waiting:
            number = pq.read_metadata(pairs).num_rows
            yield f"{dataset}: {number:,} sentences to be scored by {', '.join(waiting)}"
