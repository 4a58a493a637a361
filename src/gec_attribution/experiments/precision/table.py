"""The numbers of Figure 7."""

import pandas as pd

from gec_attribution.tables.columns import Column

COLUMNS = (
    Column("Dataset", "dataset"),
    Column("Metric", "metric"),
    Column("System", "system"),
    Column("Type", "type"),
    Column("Precision", "precision", 2, interval=True),
    Column("Edits", "edits", text="{:,}".format),
)


def join(tables: pd.DataFrame) -> pd.DataFrame:
    """The rows that have a precision."""
    return tables.dropna(subset="precision")
