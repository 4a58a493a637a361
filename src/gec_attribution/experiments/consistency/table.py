"""Figure 3's correlation as a few sentences do not decide it."""

import pandas as pd

from gec_attribution.tables.columns import Column, cells, measure, with_measures

_COLUMNS = (
    Column("Dataset", "dataset"),
    Column("Metric", "metric"),
    Column("Method", "method"),
    Column("Groups", "edits", text="{:,}".format),
    measure("Pearson", "pearson"),
    measure("trimmed", "pearson_trimmed"),
    measure("of normalised φ", "pearson_normalised"),
    measure("without flips", "pearson_unflipped"),
    measure("Spearman", "spearman"),
    Column("Flipped, %", "flipped_share", 1, unit=100),
)


def tabulate(table: pd.DataFrame) -> pd.DataFrame:
    """One row per data set, metric and method.

    Args:
        table: rows of `consistency`.
    """
    return cells(with_measures(table, ["dataset", "metric", "method"]), _COLUMNS)
