"""Parquet tables, each there whole or not at all, with what moved their numbers beside them."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.parquet as pq

from gec_attribution.storage.files import write_atomically

if TYPE_CHECKING:
    import pandas as pd

# Where pandas keeps a frame's `attrs`.
_ATTRS = b"PANDAS_ATTRS"


def write_parquet(frame: "pd.DataFrame", path: str | Path) -> None:
    """Write a frame with its `attrs`; `pandas.read_parquet` reads both.

    Raises:
        OutputError: the disk is full, or the folder cannot be written to.
    """
    schema = pa.Schema.from_pandas(frame, preserve_index=False)
    for number, column in enumerate(schema):
        # An empty column of text is one of text with any pandas.
        if pa.types.is_null(column.type):
            schema = schema.set(number, column.with_type(pa.string()))
    if frame.attrs:
        schema = schema.with_metadata(
            {**schema.metadata, _ATTRS: json.dumps(frame.attrs)}
        )
    with write_atomically(path) as temporary:
        pq.write_table(
            pa.Table.from_pandas(frame, schema, preserve_index=False), temporary
        )


def read_attrs(path: str | Path) -> dict[str, Any]:
    """The `attrs` of a table's frame."""
    return json.loads((pq.read_schema(path).metadata or {}).get(_ATTRS, "{}"))
