"""Tables of numbers as CSV files, in which every text is read back as it was written."""

import csv
from collections.abc import Iterable
from pathlib import Path

import pandas as pd

from gec_attribution.errors import InputError
from gec_attribution.storage.files import write_atomically

TEXT_COLUMNS = frozenset(
    (
        "dataset",
        "system",
        "metric",
        "method",
        "measure",
        "device",
        "source",
        "correction",
        "type",
        "note",
        "signature",
        "other_metric",
        "other_method",
        "other_system",
        "other_signature",
    )
)
"""Columns whose cells are text in every table, even if they look like numbers."""

_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def for_spreadsheets(table: pd.DataFrame) -> pd.DataFrame:
    """The table with an apostrophe before each text that a spreadsheet would take for a formula.

    Use it for files that people open, not for input of a later stage. Numbers stay unchanged.
    """

    def is_formula(cell: object) -> bool:
        return isinstance(cell, str) and cell.startswith(_FORMULA)

    def guarded(cell: object) -> object:
        if is_formula(cell):
            return f"'{cell}"
        return cell

    texts = table.select_dtypes(exclude=["number", "bool"])
    # Other columns are not touched: a new column might write its numbers differently.
    formulas = [name for name in texts if texts[name].map(is_formula).any()]
    return table.assign(**{name: texts[name].map(guarded) for name in formulas})


def write_csv(table: pd.DataFrame, path: str | Path) -> None:
    """Write a table without its index; an undefined number is an empty cell.

    Fractions have ten significant digits.

    Raises:
        OutputError: the disk is full, or the folder cannot be written to.
    """
    # pandas quotes texts with a line feed, but not those with a carriage return, also a line end.
    texts = table.select_dtypes(exclude=["number", "bool"])
    returns = any(texts[name].astype(str).str.contains("\r").any() for name in texts)
    quoting = csv.QUOTE_ALL if returns else csv.QUOTE_MINIMAL
    with write_atomically(path) as temporary:
        table.to_csv(
            temporary,
            index=False,
            float_format="%.10g",
            lineterminator="\n",
            quoting=quoting,
        )


def read_tables(paths: Iterable[str | Path], text: Iterable[str] = ()) -> pd.DataFrame:
    """One frame of the rows of several CSV files, in the order given.

    In `TEXT_COLUMNS` and the columns `text`, every cell is text: a learner's word `NA` stays so.
    In all others an empty cell is a missing number.

    Raises:
        InputError: no file was given, or one cannot be read.
    """
    columns = TEXT_COLUMNS.union(text)
    frames = [_read(path, columns) for path in paths]
    if not frames:
        raise InputError("no evaluation table was given; name at least one CSV file")
    # A file with only a header has no types, and would turn the numbers of others into objects.
    with_rows = [frame for frame in frames if len(frame)]
    return pd.concat(with_rows or frames[:1], ignore_index=True)


def _read(path: str | Path, text: frozenset[str]) -> pd.DataFrame:
    try:
        columns = set(pd.read_csv(path, nrows=0).columns)
        return pd.read_csv(
            path,
            dtype=dict.fromkeys(columns & text, str),
            keep_default_na=False,
            na_values={column: [""] for column in columns - text},
        )
    except (OSError, ValueError) as error:
        raise InputError(f"{path}: cannot be read as a CSV table: {error}") from error
