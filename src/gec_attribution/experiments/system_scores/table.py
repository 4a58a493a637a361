"""Scores of the systems, a row each: against references, and by every metric."""

import pandas as pd

from gec_attribution.formatting.numerals import UNDEFINED, decimals_for, with_interval
from gec_attribution.statistics.bootstrap import SIGNIFICANCE
from gec_attribution.tables.columns import DATASET, SYSTEM, Column, cells

_COLUMNS = (
    DATASET,
    SYSTEM,
    Column("By", "judge"),
    Column("Changed, %", "changed", 1, unit=100),
    Column("Edits", "edits", 0),
    Column("TP", "tp", 0),
    Column("FP", "fp", 0),
    Column("FN", "fn", 0),
    Column("Precision", "precision", 2, unit=100),
    Column("Recall", "recall", 2, unit=100),
    Column("F0.5", "f", 2, interval=True, sources="f_sources", unit=100),
    Column("GLEU", "gleu", 2, interval=True, sources="lines", unit=100),
    Column("F0.5 by CLEME", "cleme", 2, interval=True, sources="lines", unit=100),
)


def tabulate(table: pd.DataFrame) -> pd.DataFrame:
    """One row per data set and system, a column for each metric."""
    systems = table.drop_duplicates(["dataset", "system"])
    columns = [column for column in _COLUMNS if column.column in table]
    shown = cells(systems, columns)
    keys = list(zip(systems["dataset"], systems["system"], strict=True))
    for metric, rows in table[table["metric"] != ""].groupby("metric", sort=False):
        scores = _mean_scores(rows)
        heading = f"{metric} (mean)" if metric in shown else metric
        shown[heading] = [scores.get(key, UNDEFINED) for key in keys]
    return shown


def _mean_scores(rows: pd.DataFrame) -> dict[tuple[str, str], str]:
    """Mean score of each data set and system; a star marks a significant difference."""
    shown = {}
    for dataset, of_dataset in rows.groupby("dataset"):
        decimals = decimals_for(of_dataset["mean"], digits=4)
        for row in of_dataset.itertuples():
            mean = with_interval(
                row.mean, row.low, row.high, decimals, sources=int(row.sentences)
            )
            star = "*" if row.p_holm < SIGNIFICANCE else ""
            shown[dataset, row.system] = mean + star
    return shown
