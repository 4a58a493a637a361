"""Metrics against metrics in how they agree with people's rankings."""

import pandas as pd

from gec_attribution.experiments.human_rankings.table import MEASURES
from gec_attribution.tables.columns import Column, cells, probability

_COLUMNS = (
    Column("Comparison", "comparison"),
    Column("Judged", "judged"),
    Column("Systems", "systems"),
    Column("Measure", "measure", text=MEASURES.__getitem__),
    Column("Difference", "difference", 3, interval=True, sources="sentences", signed=True),
    Column("p (Holm)", "p_holm", text=probability),
)


def tabulate(table: pd.DataFrame) -> pd.DataFrame:
    """One row per pair of metrics, way of judging, set of systems and measure."""
    return cells(
        table.assign(
            comparison=table["metric"] + " − " + table["other_metric"],
            signature=table["signature"] + " − " + table["other_signature"],
        ),
        _COLUMNS,
    )
