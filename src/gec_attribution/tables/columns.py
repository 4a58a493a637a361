"""Tables as data: the heading of each column, the numbers below it, and how they are written."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import Any

import numpy as np
import pandas as pd

from gec_attribution.formatting.numerals import UNDEFINED, numeral, with_interval


@dataclass(frozen=True)
class Column:
    """A column of a table.

    Attributes:
        heading: its heading.
        column: the column of the rows whose values it shows.
        digits: after the point; None for what is shown as it is, as names and counts are.
        interval: whether the columns `column_low` and `column_high`, or else `low` and `high`, are
            its interval.
        sources: the column with the number of sources behind the interval; NaN where it is not
            known, None where the interval is not of sources.
        unit: factor of the numbers; 100 for percent.
        signed: whether positive numbers have a sign.
        text: writes a value that is written in no other way.
    """

    heading: str
    column: str
    digits: int | None = None
    interval: bool = False
    sources: str | None = "sources"
    unit: float = 1
    signed: bool = False
    text: Callable[[Any], str] = str

    def cells(self, table: pd.DataFrame) -> list[str]:
        """The cells of the column, one for each row of the table."""
        if self.digits is None:
            return list(map(self.text, table[self.column]))
        values = self.unit * table[self.column]
        if not self.interval:
            return [numeral(value, self.digits, signed=self.signed) for value in values]
        prefix = f"{self.column}_" if f"{self.column}_low" in table else ""
        lows = self.unit * table[f"{prefix}low"]
        highs = self.unit * table[f"{prefix}high"]
        sources = table[self.sources] if self.sources else [np.nan] * len(table)
        cells = []
        for value, low, high, source in zip(values, lows, highs, sources, strict=True):
            count = None if pd.isna(source) else int(source)
            cell = with_interval(
                value, low, high, self.digits, sources=count, signed=self.signed
            )
            cells.append(cell)
        return cells


def count(heading: str, column: str) -> Column:
    """A column of counts, with a comma between thousands."""
    return Column(heading, column, text="{:,}".format)


def labelled(heading: str, column: str, labels: Mapping[str, str]) -> Column:
    """A column of names in the words that readers see."""
    return Column(heading, column, text=labels.__getitem__)


def with_measures(table: pd.DataFrame, keys: Sequence[str]) -> pd.DataFrame:
    """A row for each combination of keys; what else it has is of its first measure.

    Each measure is in a column of its name, with `_low`, `_high` and `_sources`, from rows with
    measure, value, low, high and sources.
    """
    keys = list(keys)
    rows = table.drop_duplicates(keys)
    for name, measured in table.groupby("measure", sort=False):
        ends = {end: f"{name}_{end}" for end in ("low", "high", "sources")}
        columns = {"value": str(name), **ends}
        rows = rows.merge(
            measured[[*keys, *columns]].rename(columns=columns), on=keys, how="left"
        )
    return rows


def measure(heading: str, name: str, digits: int = 3, unit: float = 1) -> Column:
    """The column of a measure of `with_measures`, with its interval."""
    return Column(
        heading, name, digits, interval=True, sources=f"{name}_sources", unit=unit
    )


def cells_of(module: ModuleType, rows: pd.DataFrame) -> pd.DataFrame:
    """The cells of a table of an experiment, with the signatures as index.

    `tabulate` of the module makes them of the rows; without one, its `COLUMNS` say how the rows are
    written, after `with_measures` if it has `KEYS`.
    """
    if hasattr(module, "tabulate"):
        return module.tabulate(rows)
    if hasattr(module, "KEYS"):
        rows = with_measures(rows, module.KEYS)
    return cells(rows, module.COLUMNS)


def cells(table: pd.DataFrame, columns: Sequence[Column]) -> pd.DataFrame:
    """The cells of a table, a row for each row, with the signatures as index."""
    shown = {column.heading: column.cells(table) for column in columns}
    return pd.DataFrame(shown, index=pd.Index(table["signature"]))


def probability(p: float) -> str:
    """A p-value, or that it is below the last digit shown."""
    if p < 0.001:
        return "< 0.001"
    return numeral(p, 3)


# Columns of many tables.
DATASET = Column("Dataset", "dataset")
METRIC = Column("Metric", "metric")
SYSTEM = Column("System", "system")
METHOD = Column("Method", "method")
JUDGED = Column("Judged", "judged")
SENTENCES = Column("Sentences", "sentences")
PAIRS_COUNTED = count("Pairs", "pairs")
DIFFERENCE = Column("Difference", "difference", 3, interval=True, signed=True)
P_HOLM = Column("p (Holm)", "p_holm", text=probability)


def out_of(table: pd.DataFrame, part: str, whole: str) -> list[str]:
    """Numbers of a column beside those of which they are a part, as in `3 of 1,200`."""
    cells = []
    for count, every in zip(table[part], table[whole], strict=True):
        cell = UNDEFINED
        if not pd.isna(count):
            cell = f"{round(count, 1):,.10g} of {round(every, 1):,.10g}"
        cells.append(cell)
    return cells
