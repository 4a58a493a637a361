"""Table of paired differences between methods and between metrics."""

import pandas as pd

from gec_attribution.tables.columns import (
    DATASET,
    DIFFERENCE,
    P_HOLM,
    Column,
    cells,
    probability,
)
from gec_attribution.tables.labels import MEASURES

_NAMES = (DATASET, Column("Of", "of"), Column("Comparison", "comparison"))
_PROTOCOL = Column("Protocol", "protocol")
_MEASURE = Column("Measure", "measure", text=lambda name: MEASURES.get(name, name))
_NUMBERS = (
    DIFFERENCE,
    Column("p", "p", text=probability),
    P_HOLM,
    Column("Sources", "sources"),
)


def tabulate(table: pd.DataFrame) -> pd.DataFrame:
    """One row per difference of `statistics.differences`; of thresholds, only the largest."""
    if "threshold" in table:
        table = table[table["threshold"] == table["threshold"].max()]
    by_metric = table["metric"] != table["other_metric"]
    name = table["metric"].where(by_metric, table["method"])
    other_name = table["other_metric"].where(by_metric, table["other_method"])
    rows = table.assign(
        of=table["method"].where(by_metric, table["metric"]),
        comparison=name + " − " + other_name,
        signature=table["signature"] + " − " + table["other_signature"],
    )
    names = [name for name in _NAMES if rows[name.column].any()]
    return cells(
        rows, (*names, _PROTOCOL if "protocol" in table else _MEASURE, *_NUMBERS)
    )
