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
    curves = table["curve"].map(CURVES)
    columns = (
        DATASET,
        METRIC,
        METHOD,
        *(
            measure(f"{name}, %", name, digits=1, unit=100)
            for name in dict.fromkeys(curves)
        ),
        SENTENCES,
        Column("Edits", "edits"),
    )
    keys = ["dataset", "metric", "method"]
    return cells(with_measures(table.assign(measure=curves), keys), columns)
