"""Early gains of a correction whose edits are applied in the order of φ."""

import pandas as pd

from gec_attribution.tables.columns import (
    DATASET,
    METHOD,
    METRIC,
    SENTENCES,
    Column,
    cells,
    measure,
    with_measures,
)

# Quantities that the curves show.
CURVES = {"metric": "the metric", "f0.5": "F0.5"}


def tabulate(table: pd.DataFrame) -> pd.DataFrame:
    """One row per data set, metric and method, a column for each curve."""
    names = table["curve"].map(CURVES)
    rows = with_measures(table.assign(measure=names), ["dataset", "metric", "method"])
    curves = [measure(f"{name}, %", name, 1, 100) for name in names.unique()]
    columns = (DATASET, METRIC, METHOD, *curves, SENTENCES, Column("Edits", "edits"))
    return cells(rows, columns)
