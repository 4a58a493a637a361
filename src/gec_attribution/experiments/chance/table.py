"""Each predictor of right edits, a column for each measure."""

import pandas as pd

from gec_attribution.experiments.chance.labels import PARTS, PREDICTORS, TRUTHS
from gec_attribution.formatting.numerals import numeral
from gec_attribution.tables.cells import measures_with_intervals

_MEASURES = {
    "auc": "AUC",
    "auc_within": "AUC within a correction",
    "balanced_accuracy": "Balanced accuracy",
    "agreement": "Agreement",
}
_KEYS = ["dataset", "truth", "part", "predictor", "metric", "method"]


def tabulate(table: pd.DataFrame) -> pd.DataFrame:
    """One row per data set, truth, part of the edits, predictor, metric and method.

    Args:
        table: rows of the result `chance`.
    """
    rows = table.drop_duplicates(_KEYS)
    return pd.DataFrame(
        {
            "Dataset": rows["dataset"].tolist(),
            "Right by": rows["truth"].map(TRUTHS).tolist(),
            "Edits": rows["part"].map(PARTS).tolist(),
            "Predictor": rows["predictor"].map(PREDICTORS).tolist(),
            "Metric": rows["metric"].tolist(),
            "Method": rows["method"].tolist(),
            **measures_with_intervals(rows, table, _KEYS, _MEASURES),
            "Least": [numeral(value, 3) for value in rows["least"]],
            "Most": [numeral(value, 3) for value in rows["most"]],
        }
    ).set_index(pd.Index(rows["signature"]))
