"""Plain text as training material: the paragraphs of a corpus."""

import lzma
from collections.abc import Iterable, Iterator
from pathlib import Path

from gec_attribution.errors import InputError
from gec_attribution.storage.files import write_atomically


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


def write_corpus(path: str | Path, paragraphs: Iterable[str]) -> None:
    """Writes paragraphs, each once, one per line, as an xz-compressed UTF-8 file.

    Raises:
        InputError: There are none.
    """
    lines = "".join(f"{paragraph}\n" for paragraph in dict.fromkeys(paragraphs))
    if not lines:
        raise InputError(f"{path}: no text was found for it; check where it is taken from")
    with write_atomically(path) as temporary:
        temporary.write_bytes(lzma.compress(lines.encode()))
