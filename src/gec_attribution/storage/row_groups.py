"""Parquet tables in parts: written and read one row group at a time, however long they are.

All row groups but the last have `ROWS` rows, so a file's bytes do not depend on how its rows were
given.
"""

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.parquet as pq

from gec_attribution.storage.files import write_atomically

if TYPE_CHECKING:
    import pandas as pd

ROWS = 2**17
"""Rows of a row group: a few tens of MB of sentences, and all of a benchmark such as CoNLL-2014."""

# Where pandas keeps a frame's `attrs`.
_ATTRS = b"PANDAS_ATTRS"


@contextmanager
def table_writer(path: str | Path) -> Iterator[Callable[["pd.DataFrame"], None]]:
    """Yield the function that appends a frame's rows to a new table, complete when the block ends.

    At least one frame, maybe an empty one, must be written: the first decides columns and `attrs`.

    Args:
        path: the table; `pandas.read_parquet` reads it, too.

    Raises:
        OutputError: the disk is full, or the folder cannot be written to.
    """
    with write_atomically(path) as temporary:
        table = _Table(temporary)
        yield table.append
        table.close()


def read_parts(
    path: str | Path,
    columns: Sequence[str] | None = None,
    start: int = 0,
    stop: int | None = None,
) -> "Iterator[pd.DataFrame]":
    """The rows from `start` to before `stop`, one frame per row group; at least an empty frame.

    Args:
        path: the table.
        columns: those wanted; None means all.
        start: the first row wanted.
        stop: the first row not wanted; None means all rows from `start`.
    """
    attrs = read_attrs(path)
    with pq.ParquetFile(path) as file:
        stop = file.metadata.num_rows if stop is None else stop
        schema = file.schema_arrow
        if start >= stop:
            yield _frame(schema.empty_table().select(columns or schema.names), attrs)
        group_start = 0
        for group in range(file.num_row_groups):
            rows = range(group_start, group_start + file.metadata.row_group(group).num_rows)
            wanted = rows[max(start - group_start, 0) : max(stop - group_start, 0)]
            if wanted:
                part = file.read_row_group(group, columns)
                yield _frame(part.slice(wanted.start - group_start, len(wanted)), attrs)
            group_start = rows.stop


def _frame(table: pa.Table, attrs: dict[str, object]) -> "pd.DataFrame":
    frame = table.to_pandas()
    frame.attrs = dict(attrs)
    return frame


def read_attrs(path: str | Path) -> dict[str, object]:
    """The `attrs` of a table's frames."""
    return json.loads((pq.read_schema(path).metadata or {}).get(_ATTRS, "{}"))


def count_rows(path: str | Path) -> int:
    """The number of rows of a table."""
    return pq.read_metadata(path).num_rows


class _Table:
    """An open table; rows wait in memory until they make a row group."""

    _file: pq.ParquetWriter
    _waiting: pa.Table | None = None

    def __init__(self, path: Path) -> None:
        self._path = path

    def append(self, frame: "pd.DataFrame") -> None:
        if self._waiting is None:
            schema = _schema_of(frame)
            if frame.attrs:
                attrs = json.dumps(frame.attrs)
                schema = schema.with_metadata({**schema.metadata, _ATTRS: attrs})
            self._file = pq.ParquetWriter(self._path, schema)
            self._waiting = schema.empty_table()
        rows = pa.Table.from_pandas(frame, self._file.schema, preserve_index=False)
        self._waiting = pa.concat_tables([self._waiting, rows])
        while len(self._waiting) > ROWS:
            self._write(self._waiting[:ROWS])
            self._waiting = self._waiting[ROWS:]

    def close(self) -> None:
        self._write(self._waiting)
        self._file.close()

    def _write(self, group: pa.Table) -> None:
        # In one piece, since every piece begins a new page of the file.
        self._file.write_table(group.combine_chunks(), ROWS)


def _schema_of(frame: "pd.DataFrame") -> pa.Schema:
    """The schema of a frame; an empty column of text is one of text with any pandas."""
    schema = pa.Schema.from_pandas(frame, preserve_index=False)
    for number, column in enumerate(schema):
        if pa.types.is_null(column.type):
            schema = schema.set(number, column.with_type(pa.string()))
    return schema
