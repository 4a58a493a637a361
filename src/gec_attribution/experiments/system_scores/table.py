"""Scores of the systems, a row each: against references, and by every metric."""

import pandas as pd

from gec_attribution.formatting.numerals import decimals_for, with_interval
from gec_attribution.statistics.bootstrap import SIGNIFICANCE
from gec_attribution.tables.columns import DATASET, SYSTEM, Column, cells

_NAMES = (DATASET, SYSTEM)
_BY_REFERENCES = (
    Column("By", "judge"),
    Column("Changed, %", "changed", 1, unit=100),
    Column("Edits", "edits", 0),
    Column("TP", "tp", 0),
    Column("FP", "fp", 0),
    Column("FN", "fn", 0),
    Column("Precision", "precision", 2, unit=100),
    Column("Recall", "recall", 2, unit=100),
    Column("F0.5", "f", 2, interval=True, sources="f_sources", unit=100),
)
_FURTHER = (
    Column("GLEU", "gleu", 2, interval=True, sources="lines", unit=100),
    Column("F0.5 by CLEME", "cleme", 2, interval=True, sources="lines", unit=100),
)


def tabulate(table: pd.DataFrame) -> pd.DataFrame:
    """One row per data set and system, a column for each metric."""
    systems = table.drop_duplicates(["dataset", "system"])
    further = [
        column for column in (*_BY_REFERENCES, *_FURTHER) if column.column in table
    ]
    columns = [*_NAMES, *further]
    shown = cells(systems, columns)
    keys = list(zip(systems["dataset"], systems["system"], strict=True))
    for metric, rows in table.groupby("metric", sort=False):
        if not metric:
            continue
        largest = rows.groupby("dataset")["mean"].agg(lambda mean: mean.abs().max())
        scores = {}
        for row in rows.to_dict("records"):
            digits = decimals_for([largest[row["dataset"]]], digits=4)
            bounds = (row["mean"], row["low"], row["high"])
            star = "*" if row["p_holm"] < SIGNIFICANCE else ""
            score = with_interval(*bounds, digits, sources=int(row["sentences"])) + star
            scores[row["dataset"], row["system"]] = score
        heading = f"{metric} (mean)" if metric in shown else metric
        shown[heading] = [scores.get(key, "–") for key in keys]
    return shown
