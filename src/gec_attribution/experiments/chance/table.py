"""Each predictor of right edits, a column for each measure."""

import pandas as pd

from gec_attribution.experiments.chance.labels import PARTS, PREDICTORS, TRUTHS
from gec_attribution.tables.columns import Column, cells, measure, with_measures

_COLUMNS = (
    Column("Dataset", "dataset"),
    Column("Right by", "truth", text=TRUTHS.__getitem__),
    Column("Edits", "part", text=PARTS.__getitem__),
    Column("Predictor", "predictor", text=PREDICTORS.__getitem__),
    Column("Metric", "metric"),
    Column("Method", "method"),
    measure("AUC", "auc"),
    measure("AUC within a correction", "auc_within"),
    measure("Balanced accuracy", "balanced_accuracy"),
    measure("Agreement", "agreement"),
    Column("Least", "least", 3),
    Column("Most", "most", 3),
)


def tabulate(table: pd.DataFrame) -> pd.DataFrame:
    """One row per data set, truth, part of the edits, predictor, metric and method.

    Args:
        table: rows of the result `chance`, the pooled area first.
    """
    keys = ["dataset", "truth", "part", "predictor", "metric", "method"]
    return cells(with_measures(table, keys), _COLUMNS)
