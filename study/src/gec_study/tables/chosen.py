"""What a study's style shows of figures and tables: which rows and columns, and what is bold."""

import re
from collections.abc import Mapping, Sequence

import pandas as pd

from gec_attribution.errors import ConfigError, unknown

KINDS = ("dataset", "system", "metric", "method")
"""The columns whose names a style may choose, and the keys under which it lists them."""
_NUMBER = re.compile(r"([+−]?)([\d,]*\.?\d+)")
# Rows that agree in these columns are compared; in a table of systems each metric has its own best.
_TOGETHER = ("Dataset",)
_TOGETHER_WITH_SYSTEMS = ("Dataset", "Metric")


def chosen_rows(table: pd.DataFrame, names: Mapping[str, Sequence[str] | None]) -> pd.DataFrame:
    """The rows of the names that are listed, in the order of the lists.

    A table that has none of a list's names is not about them, and keeps its rows.

    Args:
        table: rows with some of the columns `KINDS`.
        names: for each of them the names to show, or None for all in the order of the table.
    """
    orders = {}
    for kind in filter(table.columns.__contains__, KINDS):
        listed = names.get(kind)
        if listed and table[kind].isin(listed).any():
            columns = [column for column in (kind, f"other_{kind}") if column in table]
            table = table[table[columns].isin(listed).all(axis=1)]
            orders[kind] = {name: place for place, name in enumerate(listed)}
    if not orders:
        return table
    for kind in filter(table.columns.__contains__, KINDS):
        orders.setdefault(kind, {name: place for place, name in enumerate(table[kind].unique())})
    sorted_by = [column for column in table.columns if column in orders]
    places = pd.DataFrame({kind: table[kind].map(orders[kind]) for kind in sorted_by})
    order = places.sort_values(sorted_by, kind="stable").index
    return table.loc[order].reset_index(drop=True)


def chosen_columns(frame: pd.DataFrame, columns: Sequence[str] | None, table: str) -> pd.DataFrame:
    """The cells below some headings of a printed table, in the order of the list; None takes all.

    Args:
        frame: the cells under their headings.
        columns: the headings.
        table: its name, for errors.

    Raises:
        ConfigError: there is no such heading.
    """
    if columns is None:
        return frame
    _check(frame, columns, f"style.tables.{table}.columns")
    return frame[list(columns)]


def best_cells(frame: pd.DataFrame, best: Mapping[str, str], table: str) -> pd.DataFrame:
    """Which cells are the best of their column, among the rows of a data set.

    In a table of systems, those of each metric are compared. Equal numbers, as they are printed,
    are all best.

    Args:
        frame: the cells under their headings; numbers stand at the beginning of a cell.
        best: what is best in a column: `highest` or `lowest`.
        table: its name, for errors.

    Returns:
        Booleans under the same headings.

    Raises:
        ConfigError: there is no such heading.
    """
    _check(frame, best, f"style.tables.{table}.best")
    plain = frame.reset_index(drop=True)
    together = _TOGETHER_WITH_SYSTEMS if "System" in frame else _TOGETHER
    groups = [plain[heading] for heading in together if heading in plain]
    bold = pd.DataFrame(data=False, index=plain.index, columns=plain.columns)
    for heading, which in best.items():
        values = plain[heading].map(_number)
        parts = values.groupby(groups) if groups else values.groupby(lambda _: 0)
        bold[heading] = values == parts.transform("max" if which == "highest" else "min")
    return bold


def _check(frame: pd.DataFrame, headings: Sequence[str] | Mapping[str, str], key: str) -> None:
    for heading in headings:
        if heading not in frame:
            raise ConfigError(f"{key}: {unknown('column', heading, frame.columns)}")


def _number(cell: str) -> float:
    """The number at the beginning of a cell; NaN where there is none."""
    leading = _NUMBER.match(cell)
    if not leading:
        return float("nan")
    sign, digits = leading.groups()
    return (-1 if sign == "−" else 1) * float(digits.replace(",", ""))
