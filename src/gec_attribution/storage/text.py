r"""Reading text files as lines.

A line ends at `\n` or `\r\n` and nowhere else: characters that only Unicode calls line breaks
(U+2028, U+0085, form feed, ...) occur inside sentences of real corpora and are left where they are.
"""

import gzip
import zlib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import BinaryIO, TypeVar

from gec_attribution.errors import InputError

Item = TypeVar("Item")

_BYTE_ORDER_MARK = b"\xef\xbb\xbf"


def read_lines(path: str | Path) -> list[str]:
    """The lines of a UTF-8 file, without their line ends; the last one may lack its own.

    A byte order mark at the start of the file is dropped.

    Raises:
        InputError: the file cannot be read, or a line is not UTF-8; names file, line and byte.
    """
    return list(iter_lines(path))


def iter_lines(path: str | Path) -> Iterator[str]:
    """The lines of `read_lines`, one at a time; the same errors, raised when they are reached.

    The name of a file that gzip compressed ends in `.gz`.
    """
    path = Path(path)
    try:
        with gzip.open(path) if path.suffix == ".gz" else path.open("rb") as file:
            yield from lines_of(file, path)
    except (OSError, EOFError, zlib.error) as error:
        reason = getattr(error, "strerror", None) or error
        raise InputError(f"{path}: cannot be read: {reason}") from error


def lines_of(file: BinaryIO | gzip.GzipFile, name: str | Path) -> Iterator[str]:
    """The lines of an open binary file, like those of `read_lines`; errors have its name."""
    for number, raw in enumerate(file, start=1):
        line = raw.removeprefix(_BYTE_ORDER_MARK) if number == 1 else raw
        try:
            text = line.removesuffix(b"\n").rstrip(b"\r").decode()
        except UnicodeDecodeError as error:
            raise InputError(
                f"{name}:{number}: byte {error.start + 1} of the line, 0x{line[error.start]:02x}, "
                "is not UTF-8; convert the file to UTF-8"
            ) from error
        if line:  # else the file holds only a byte order mark
            yield text


def part_of(
    sentences: Sequence[Item], lines: str | None, path: str | Path
) -> list[Item]:
    """The sentences of a file at `line_numbers`; None takes all.

    Raises:
        InputError: the file ends before the last of them.
    """
    if lines is None:
        return list(sentences)
    numbers = line_numbers(lines)
    if numbers[-1] > len(sentences):
        raise InputError(
            f"{path}: has {len(sentences)} sentences; lines {lines} are asked for"
        )
    return [sentences[number - 1] for number in numbers]


def line_numbers(lines: str) -> list[int]:
    """The lines of a part of a data set, from 1, as in `1-200` or `3, 17, 40-42`."""
    numbers: list[int] = []
    for part in lines.split(","):
        first, _, last = part.strip().partition("-")
        numbers += range(int(first), int(last or first) + 1)
    return numbers
