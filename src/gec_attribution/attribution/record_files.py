"""Records of a data set as a file: compressed JSON lines, one record each."""

import gzip
import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from gec_attribution.attribution.records import Record
from gec_attribution.storage.files import write_atomically
from gec_attribution.storage.text import iter_lines


@contextmanager
def writing_records(path: str | Path) -> Iterator[Callable[[Record], None]]:
    """Yield a function that adds a record to a file; the file is there once the block succeeds.

    Raises:
        OutputError: the disk is full, or the folder cannot be written to.
    """
    # A name or a time in the file would make two files of equal records differ.
    with (
        write_atomically(path) as temporary,
        temporary.open("wb") as raw,
        gzip.GzipFile("", "wb", fileobj=raw, mtime=0) as file,
    ):

        def write(record: Record) -> None:
            file.write(
                json.dumps(record.to_dict(), ensure_ascii=False).encode() + b"\n"
            )

        yield write


def read_json_records(path: str | Path) -> Iterator[dict]:
    """The JSON values of the records of a file, one at a time; see `records.Record.to_dict`."""
    return map(json.loads, iter_lines(path))
