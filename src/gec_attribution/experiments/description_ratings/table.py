"""EXCGEC's Table 7: the scores of descriptions against people's ratings."""

import pandas as pd

from gec_attribution.tables.columns import (
    DATASET,
    Column,
    cells,
    measure,
    with_measures,
)
from gec_attribution.tables.labels import MEASURES

# Scores compared with people; two annotators have names of their own.
_COMPARED = {name: f"Human v. {label}" for name, label in MEASURES.items()}
_COLUMNS = (
    DATASET,
    Column("Comparison", "compared", text=lambda name: _COMPARED.get(name, name)),
    measure("Systems: Pearson", "system pearson"),
    measure("Systems: Spearman", "system spearman"),
    measure("Sentences: Pearson", "sentence pearson"),
    measure("Sentences: Spearman", "sentence spearman"),
    measure("Sentences: order", "sentence order"),
    Column("Systems", "systems"),
    Column("Ratings", "items"),
)


def tabulate(table: pd.DataFrame) -> pd.DataFrame:
    """One row per comparison, from rows of `compute`."""
    statistics = table["level"] + " " + table["statistic"]
    rows = table.assign(compared=table["measure"], measure=statistics)
    return cells(with_measures(rows, ["dataset", "compared"]), _COLUMNS)
