r"""Reading text files as lines.

A line ends at `\n` or `\r\n` and nowhere else: characters that only Unicode calls line breaks
(U+2028, U+0085, form feed, ...) occur inside sentences of real corpora and are left where they are.
"""

from pathlib import Path

from gec_attribution.errors import InputError


def read_lines(path: str | Path) -> list[str]:
    """The lines of a UTF-8 file, without their line ends; the last one may lack its own.

    A byte order mark at the start of the file is dropped.

    Raises:
        InputError: the file cannot be opened, or a line is not UTF-8; names file, line and byte.
    """
    try:
        content = Path(path).read_bytes()
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {error.strerror}") from error
    raw_lines = content.removeprefix(b"\xef\xbb\xbf").split(b"\n")
    if not raw_lines[-1]:
        raw_lines.pop()
    return [_decode(raw, path, number) for number, raw in enumerate(raw_lines, start=1)]


def _decode(raw: bytes, path: str | Path, number: int) -> str:
    try:
        return raw.rstrip(b"\r").decode()
    except UnicodeDecodeError as error:
        raise InputError(
            f"{path}:{number}: byte {error.start + 1} of the line, 0x{raw[error.start]:02x}, "
            "is not UTF-8; convert the file to UTF-8"
        ) from error
