"""Differences between systems: a row for all edits, and for each type with a test."""

import pandas as pd

from gec_attribution.statistics.bootstrap import MIN_SOURCES
from gec_attribution.statistics.paired_sums import ALL
from gec_attribution.tables.columns import DATASET, METRIC, P_HOLM, Column, cells

_COLUMNS = (
    DATASET,
    METRIC,
    Column("Systems", "systems"),
    Column("Type", "group"),
    Column("Edits", "pair_edits"),
    Column("Alone", "pair_only"),
    Column("Σφ", "phi", 2, signed=True),
    Column("Σφ, other", "other_phi", 2, signed=True),
    Column("Difference", "difference", 4, interval=True, signed=True),
    P_HOLM,
)


def tabulate(table: pd.DataFrame) -> pd.DataFrame:
    """One row per metric, pair of systems and type."""
    tested = table[(table["sources"] >= MIN_SOURCES) | (table["group"] == ALL)]
    shown = tested.assign(systems=tested["system"] + " − " + tested["other_system"])
    for name in ("edits", "only"):
        own = tested[name].astype(str)
        shown[f"pair_{name}"] = own + " / " + tested[f"other_{name}"].astype(str)
    return cells(shown, _COLUMNS)
