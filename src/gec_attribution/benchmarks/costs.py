"""What a study cost, counted from its own files: coalitions, processor time, bytes on disk."""

from collections.abc import Iterable, Mapping
from pathlib import Path

import numpy as np
import pandas as pd
import pyarrow.parquet as pq

from gec_attribution.edits.m2 import iter_edits


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
    jobs: Mapping[str, Iterable[str | Path]],
    pairs: Iterable[str | Path],
    scores: Mapping[str, Iterable[str | Path]],
) -> pd.DataFrame:
    """What scoring took, by metric.

    Args:
        jobs: for each metric the files that Snakemake's `benchmark` wrote of its scoring jobs.
        pairs: the distinct pairs to score, of all data sets.
        scores: for each metric its scores of these pairs.

    Returns:
        One row per metric: metric, distinct_pairs, cpu_seconds, peak_mb (of the largest job, MiB),
        milliseconds_per_pair (of one core), bytes_per_pair (of the scores).
    """
    count = sum(map(_rows, pairs))
    rows = []
    for metric, paths in jobs.items():
        measured = pd.concat([pd.read_csv(path, sep="\t") for path in paths])
        seconds = float(measured["cpu_time"].sum())
        rows.append(
            {
                "metric": metric,
                "distinct_pairs": count,
                "cpu_seconds": seconds,
                "peak_mb": float(measured["max_rss"].max()),
                "milliseconds_per_pair": 1000 * seconds / count,
                "bytes_per_pair": sum(Path(path).stat().st_size for path in scores[metric]) / count,
            }
        )
    return pd.DataFrame(rows)


def _rows(path: str | Path) -> int:
    return pq.ParquetFile(path).metadata.num_rows
