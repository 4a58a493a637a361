"""Whether attributions agree with people who judged each edit, by type of error."""

import pandas as pd

from gec_study.experiments.human_judgements.compute import ALL
from gec_study.tables.cells import probability
from gec_study.tables.columns import Column, cells

_COLUMNS = (
    Column("Dataset", "dataset"),
    Column("Type", "type"),
    Column("Metric", "metric"),
    Column("Method", "method"),
    Column("Edits", "edits"),
    Column("Invalid", "invalid"),
    Column("AUC", "auc", 3, interval=True),
    Column("p (Holm)", "p_holm", text=probability),
    Column("Positive, valid, %", "positive_valid", 1, interval=True, unit=100),
    Column("Positive, invalid, %", "positive_invalid", 1, interval=True, unit=100),
)


def join(tables: pd.DataFrame) -> pd.DataFrame:
    """The rows of a type of error."""
    return tables[tables["type"] != ALL].reset_index(drop=True)


def tabulate(table: pd.DataFrame) -> pd.DataFrame:
    """One row per data set, type, metric and method.

    Args:
        table: rows of `compute`, as `join` leaves them.
    """
    kinds = list(dict.fromkeys(table["type"]))
    rows = table.sort_values("type", key=lambda types: types.map(kinds.index), kind="stable")
    return cells(rows, _COLUMNS)
