"""Known-answer tests of metrics, a row for each measure."""

import pandas as pd

from gec_attribution.experiments.probes.labels import KINDS, MEASURES
from gec_attribution.formatting.numerals import with_interval
from gec_attribution.tables.columns import DATASET, METRIC, P_HOLM, Column, cells, count

_SIGNED = ("difference", "normalised", "tau")
_COLUMNS = (
    DATASET,
    METRIC,
    Column("Edits", "kind", text=lambda kind: KINDS.get(kind, kind)),
    Column("Group", "group"),
    Column("Measure", "measure", text=lambda name: MEASURES[name][0]),
    Column("Value", "shown"),
    P_HOLM,
    count("Items", "items"),
    Column("Missing", "missing"),
)


def tabulate(table: pd.DataFrame) -> pd.DataFrame:
    """One row per data set, metric, kind, group and measure."""
    values = [_cell(row) for _, row in table.iterrows()]
    return cells(table.assign(shown=values), _COLUMNS)


def _cell(row: pd.Series) -> str:
    measure = row["measure"]
    _, unit, digits = MEASURES[measure]
    value, low, high = unit * row[["value", "low", "high"]]
    return with_interval(
        value, low, high, digits, sources=int(row["sources"]), signed=measure in _SIGNED
    )
