"""Rows of a table by the values of their cells, and numbers of a row with their intervals."""

from collections.abc import Mapping
from typing import Any

import pandas as pd

from gec_attribution.errors import InputError


class UnansweredError(InputError):
    """Reason why tables have no answer to a question."""


def rows_where(
    table: pd.DataFrame, name: str, where: Mapping[str, object]
) -> pd.DataFrame:
    """The rows of a table whose cells have the given values, or one of a list of values.

    Raises:
        UnansweredError: there are none.
    """
    for column, allowed in where.items():
        values = allowed if isinstance(allowed, list) else [allowed]
        table = table[table[column].isin(values)]
        if table.empty:
            raise UnansweredError(f"no {column} {allowed} in {name}")
    return table


def with_bounds(
    row: Mapping[str, Any] | pd.Series, column: str
) -> tuple[Any, Any, Any]:
    """A number of a row with both bounds of its interval.

    These are bounds of the column itself (`recall_low`), or else the row's `low` and `high`.
    """
    prefix = f"{column}_" if f"{column}_low" in row else ""
    return row[column], row[f"{prefix}low"], row[f"{prefix}high"]
