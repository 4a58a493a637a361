"""Each system without its edits of low φ."""

import pandas as pd

from gec_attribution.experiments.uses.labels import FILTERS
from gec_attribution.tables.columns import (
    DATASET,
    METRIC,
    P_HOLM,
    SYSTEM,
    Column,
    cells,
    count,
    labelled,
)

_BY_REFERENCES = (
    DATASET,
    SYSTEM,
    METRIC,
    labelled("Without edits of", "filter", FILTERS),
    count("Edits", "edits"),
    Column("Kept (%)", "kept", 0, unit=100),
    Column("F0.5", "f", 3, interval=True),
    Column("Gain", "gain", 3, interval=True, signed=True),
    P_HOLM,
    Column("Right (%)", "right", 1, interval=True, unit=100),
    Column("Right edits lost (%)", "lost", 1, interval=True, unit=100),
)
_BY_PEOPLE = (
    Column("Right by people (%)", "right_by_people", 1, interval=True, unit=100),
    Column("Lost by people (%)", "lost_by_people", 1, interval=True, unit=100),
)


def tabulate(table: pd.DataFrame) -> pd.DataFrame:
    """A row for each system, metric and filter; people's verdicts where they judged."""
    if "right_by_people" in table and table["right_by_people"].notna().any():
        return cells(table, _BY_REFERENCES + _BY_PEOPLE)
    return cells(table, _BY_REFERENCES)
