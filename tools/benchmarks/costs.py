"""What a study costs: coalitions and bytes, counted from its files, and processor time."""

import resource
import time
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import numpy as np
import pandas as pd
import pyarrow.parquet as pq

from gec_attribution.edits.m2 import iter_edits
from gec_attribution.metrics import Metric
from gec_attribution.scores.engine import score_pairs
from tools.benchmarks.throughput import Pair

WARM_UP = 64


def coalition_costs(
    edits: Mapping[str, Iterable[str | Path]],
    coalitions: Mapping[str, str | Path],
    pairs: Mapping[str, str | Path],
    max_edits: int,
) -> pd.DataFrame:
    """How many coalitions a study's sentence pairs have.

    Args:
        edits: for each data set the M2 files of its systems.
        coalitions: for each data set its planned coalitions.
        pairs: for each data set the distinct pairs to score.
        max_edits: sentences with more edits have no complete lattice.

    Returns:
        One row per data set: dataset, sentence_pairs, mean_edits, most_edits, above_max_edits
        (sentence pairs), coalitions, coalitions_per_sentence_pair, distinct_pairs.
    """
    rows = []
    for dataset, paths in edits.items():
        counts = np.array([len(own) for path in paths for _, own in iter_edits(path)])
        planned = _rows(coalitions[dataset])
        rows.append(
            {
                "dataset": dataset,
                "sentence_pairs": len(counts),
                "mean_edits": counts.mean(),
                "most_edits": counts.max(),
                "above_max_edits": int((counts > max_edits).sum()),
                "coalitions": planned,
                "coalitions_per_sentence_pair": planned / len(counts),
                "distinct_pairs": _rows(pairs[dataset]),
            }
        )
    return pd.DataFrame(rows)


def scoring_costs(
    name: str,
    metric: Metric,
    pairs: Sequence[Pair],
    planned: int,
    scores: Iterable[str | Path],
) -> pd.DataFrame:
    """What scoring some of a study's pairs takes, outside the score store.

    Args:
        name: the metric's name.
        metric: the metric, loaded.
        pairs: the pairs to score, the first of which are scored before, to warm up.
        planned: the distinct pairs to score of the whole study.
        scores: the study's scores of all pairs.

    Returns:
        One row: metric, pairs, cpu_seconds (of this process and all its threads), peak_mb (the
        most memory this process had, MiB), milliseconds_per_pair (of one core), planned,
        bytes_per_pair (of the scores of all pairs).
    """
    sources, sentences = zip(*pairs, strict=True)
    score_pairs(metric, sources[:WARM_UP], sentences[:WARM_UP], progress=False)
    start = time.process_time()
    score_pairs(metric, sources, sentences, progress=False)
    seconds = time.process_time() - start
    files = list(scores)
    row = {
        "metric": name,
        "pairs": len(pairs),
        "cpu_seconds": seconds,
        # Linux counts it in KiB.
        "peak_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
        "milliseconds_per_pair": 1000 * seconds / len(pairs),
        "planned": planned,
        "bytes_per_pair": sum(Path(path).stat().st_size for path in files) / sum(map(_rows, files)),
    }
    return pd.DataFrame([row])


def _rows(path: str | Path) -> int:
    return pq.ParquetFile(path).metadata.num_rows
