"""The numbers of Figure 6, the most frequent types first."""

import pandas as pd

from gec_attribution.tables.columns import DATASET, METRIC, P_HOLM, Column, count

COLUMNS = (
    DATASET,
    Column("Type", "type"),
    METRIC,
    Column("Mean normalised φ", "mean", 2, interval=True, signed=True),
    P_HOLM,
    count("Edits", "edits"),
)


def join(tables: pd.DataFrame) -> pd.DataFrame:
    """The rows of types that are frequent enough."""
    rows = tables.dropna(subset="mean")
    frequency = -rows.groupby(["dataset", "type"])["edits"].transform("sum")
    order = rows.assign(frequency=frequency).sort_values(
        ["dataset", "frequency"], kind="stable"
    )
    return rows.loc[order.index]
