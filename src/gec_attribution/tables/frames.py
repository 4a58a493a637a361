"""Reading evaluation tables for print: several files as one frame, with names a reader knows."""

from collections.abc import Iterable, Mapping
from pathlib import Path

import pandas as pd

from gec_attribution.errors import ConfigError, InputError

TEXT_COLUMNS = frozenset(
    [
        *("dataset", "system", "metric", "method", "measure", "protocol"),
        *("source", "correction", "type", "device", "signature"),
    ]
)


def read_tables(paths: Iterable[str | Path]) -> pd.DataFrame:
    """One frame of the rows of several CSV files, in the order given.

    In the text columns every cell is text: a learner's word `NA` stays a word. In all others an
    empty cell is a missing number.

    Raises:
        InputError: no file was given, or one cannot be read.
    """
    frames = [_read(path) for path in paths]
    if not frames:
        raise InputError("no evaluation table was given; name at least one CSV file")
    # A file with a header only has no types, and would turn the others' numbers into objects.
    return pd.concat([frame for frame in frames if len(frame)] or frames[:1], ignore_index=True)


def with_labels(table: pd.DataFrame, labels: Mapping[str, Mapping[str, str]]) -> pd.DataFrame:
    """A copy of `table` whose names are replaced by what figures and tables call them.

    Args:
        table: a frame with some of the columns that `labels` names.
        labels: column to (name to label), as in `{"metric": {"ppl": "PPL"}}`; names without a label
            stay.

    Raises:
        ConfigError: two names of a column have the same label, so that a reader would take them for
            one.
    """
    table = table.copy()
    for column, label_of in labels.items():
        if column not in table:
            continue
        names = table[column].unique()
        shown = [label_of.get(name, name) for name in names]
        if len(set(shown)) < len(shown):
            raise ConfigError(
                f"labels of {column}: {', '.join(map(repr, shown))} stand for {', '.join(names)}; "
                "give each a label of its own"
            )
        table[column] = table[column].map(dict(zip(names, shown, strict=True)))
    return table


def _read(path: str | Path) -> pd.DataFrame:
    try:
        columns = pd.read_csv(path, nrows=0).columns
        return pd.read_csv(
            path,
            dtype=dict.fromkeys(TEXT_COLUMNS & set(columns), str),
            keep_default_na=False,
            na_values={column: [""] for column in columns if column not in TEXT_COLUMNS},
        )
    except (OSError, ValueError) as error:
        raise InputError(f"{path}: cannot be read as a CSV table: {error}") from error
