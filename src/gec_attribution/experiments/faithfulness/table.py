"""How soon a correction gains when its edits are applied in the order of φ."""

import pandas as pd

from gec_attribution.formatting.numerals import with_interval
from gec_attribution.statistics.bootstrap import MIN_SOURCES

# What the curves are of.
CURVES = {"metric": "the metric", "f0.5": "F0.5"}


def caption(_table: pd.DataFrame) -> str:
    """How to read the table."""
    return (
        "Gain in the area under the curve of a score when edits are applied in the order of φ, the "
        "best first: 0 is a random order's mean, 100 the best order's. The metric: the one that is "
        "explained; F0.5: ERRANT's, against one reference. With 95 % intervals; a number of "
        f"sources stands in the place of one where there are fewer than {MIN_SOURCES}."
    )


def tabulate(table: pd.DataFrame) -> pd.DataFrame:
    """One row per data set, metric and method.

    Args:
        table: rows of `experiments.faithfulness.compute`.
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
        first = curves.iloc[0]
        rows.append(
            {
                "Dataset": dataset,
                "Metric": metric,
                "Method": method,
                **{f"{name}, %": "" for name in CURVES.values()},
                **cells,
                "Sentences": str(first["sentences"]),
                "Edits": str(first["edits"]),
            }
        )
        signatures.append(first["signature"])
    return pd.DataFrame(rows, index=signatures)
