"""The numbers of Figure 6, the most frequent types first."""

import pandas as pd

from gec_attribution.tables.columns import Column, probability

COLUMNS = (
    Column("Dataset", "dataset"),
    Column("Type", "type"),
    Column("Metric", "metric"),
    Column("Mean normalised φ", "mean", 2, interval=True, signed=True),
    Column("p (Holm)", "p_holm", text=probability),
    Column("Edits", "edits", text="{:,}".format),
)


def join(tables: pd.DataFrame) -> pd.DataFrame:
    """The rows of types that are frequent enough."""
    rows = tables.dropna(subset="mean")
    frequency = -rows.groupby(["dataset", "type"])["edits"].transform("sum")
    order = rows.assign(frequency=frequency).sort_values(["dataset", "frequency"], kind="stable")
    return rows.loc[order.index]
