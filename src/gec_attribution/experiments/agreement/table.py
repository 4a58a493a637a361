"""Figure 4 at the threshold 1: the agreement over all edits."""

import pandas as pd

from gec_attribution.experiments.agreement.labels import PROTOCOLS
from gec_attribution.tables.columns import (
    DATASET,
    METHOD,
    METRIC,
    Column,
    count,
    labelled,
)

COLUMNS = (
    DATASET,
    labelled("Reference", "protocol", PROTOCOLS),
    METRIC,
    METHOD,
    Column("Agreement, %", "agreement", 1, interval=True, unit=100),
    Column("Every edit right, %", "constant", 1, unit=100),
    count("Edits", "edits"),
    count("Sentences", "sentences"),
)


def join(tables: pd.DataFrame) -> pd.DataFrame:
    """The rows of all edits, whatever the size of their attributions."""
    return tables[tables["threshold"] == tables["threshold"].max()]
