"""Early gains of a correction whose edits are applied in the order of φ."""

import pandas as pd

from gec_attribution.tables.columns import Column, cells, measure, with_measures

# Quantities that the curves show.
CURVES = {"metric": "the metric", "f0.5": "F0.5"}


def tabulate(table: pd.DataFrame) -> pd.DataFrame:
    """One row per data set, metric and method, a column for each curve."""
    curves = table["curve"].map(CURVES)
    columns = (
        Column("Dataset", "dataset"),
        Column("Metric", "metric"),
        Column("Method", "method"),
        *(measure(f"{name}, %", name, digits=1, unit=100) for name in dict.fromkeys(curves)),
        Column("Sentences", "sentences"),
        Column("Edits", "edits"),
    )
    keys = ["dataset", "metric", "method"]
    return cells(with_measures(table.assign(measure=curves), keys), columns)
