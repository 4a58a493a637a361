"""The numbers of Figure 7."""

import pandas as pd

from gec_attribution.tables.columns import DATASET, METRIC, SYSTEM, Column

COLUMNS = (
    DATASET,
    METRIC,
    SYSTEM,
    Column("Type", "type"),
    Column("Precision", "precision", 2, interval=True),
    Column("Edits", "edits", text="{:,}".format),
)


def join(tables: pd.DataFrame) -> pd.DataFrame:
    """The rows that have a precision."""
    return tables.dropna(subset="precision")
