"""Consistency of attributions across granularities of edits."""

import pandas as pd

from gec_attribution.tables.columns import Column, cells, measure, with_measures

_COLUMNS = (
    Column("Dataset", "dataset"),
    Column("Metric", "metric"),
    Column("Method", "method"),
    Column("Merged at", "granularity"),
    measure("Sign agreement", "sign_agreement"),
    Column("By chance", "chance", 3),
    measure("Pearson, normalised φ", "pearson_normalised"),
    measure("Spearman", "spearman"),
    Column("Chunks", "chunks", text="{:,}".format),
)


def tabulate(table: pd.DataFrame) -> pd.DataFrame:
    """One row per data set, metric, method and granularity.

    Args:
        table: rows of `granularity`, sign agreement first.
    """
    return cells(with_measures(table, ["dataset", "metric", "method", "granularity"]), _COLUMNS)
