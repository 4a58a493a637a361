"""Early gains of a correction whose edits are applied in the order of φ."""

import pandas as pd

from gec_attribution.formatting.numerals import with_interval

# What the curves are of.
CURVES = {"metric": "the metric", "f0.5": "F0.5"}


def tabulate(table: pd.DataFrame) -> pd.DataFrame:
    """One row per data set, metric and method.

    Args:
        table: rows of `compute`.
    """
    rows, signatures = [], []
    for (dataset, metric, method), curves in table.groupby(
        ["dataset", "metric", "method"], sort=False
    ):
        cells = {
            f"{CURVES[row['curve']]}, %": with_interval(
                100 * row["value"], 100 * row["low"], 100 * row["high"], 1, sources=row["sources"]
            )
            for row in curves.to_dict("records")
        }
        first_row = curves.iloc[0]
        rows.append(
            {
                "Dataset": dataset,
                "Metric": metric,
                "Method": method,
                **{f"{name}, %": "" for name in CURVES.values()},
                **cells,
                "Sentences": str(first_row["sentences"]),
                "Edits": str(first_row["edits"]),
            }
        )
        signatures.append(first_row["signature"])
    return pd.DataFrame(rows, index=signatures)
