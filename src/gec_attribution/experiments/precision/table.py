"""The numbers of Figure 7."""

import pandas as pd

from gec_attribution.tables.columns import DATASET, METRIC, SYSTEM, Column, count

COLUMNS = (
    DATASET,
    METRIC,
    SYSTEM,
    Column("Type", "type"),
    Column("Precision", "precision", 2, interval=True),
    count("Edits", "edits"),
)


def join(tables: pd.DataFrame) -> pd.DataFrame:
    """The rows that have a precision."""
    return tables.dropna(subset="precision")
