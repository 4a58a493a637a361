"""Plain English as training material: the paragraphs of a corpus."""

import lzma
from collections.abc import Iterable, Iterator
from pathlib import Path

from gec_attribution.errors import InputError


def read_paragraphs(paths: Iterable[str | Path]) -> Iterator[str]:
    """Yields the paragraphs of xz-compressed UTF-8 files, one per line, in the files' order.

    Raises:
        InputError: A file is missing, is not xz, or has no text.
    """
    for path in paths:
        try:
            with lzma.open(path, "rt", encoding="utf-8") as lines:
                paragraphs = [line.strip() for line in lines]
        except (OSError, EOFError, lzma.LZMAError, UnicodeDecodeError) as error:
            raise InputError(
                f"{path}: cannot be read as xz-compressed UTF-8 text ({error}); "
                "give a file with one paragraph per line, compressed with xz"
            ) from error
        if not any(paragraphs):
            raise InputError(f"{path}: has no text; give a file with one paragraph per line")
        yield from filter(None, paragraphs)
