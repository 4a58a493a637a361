"""Differences between metrics, by type of error."""

import pandas as pd

from gec_attribution.tables import differences


def tabulate(table: pd.DataFrame) -> pd.DataFrame:
    """One row per type and pair of metrics."""
    return differences.tabulate(table.rename(columns={"type": "measure"}))
