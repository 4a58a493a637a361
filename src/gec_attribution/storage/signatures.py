"""Signatures: short strings that list the origins of a number, as in sacreBLEU (Post 2018)."""

import hashlib
import json
import os
import re
from collections.abc import Mapping
from pathlib import Path

from gec_attribution import __version__
from gec_attribution.storage.files import files_in, sha256_of_file


def format_signature(parts: Mapping[str, object]) -> str:
    """`key:value` pairs in the order given, joined by `|`, ending with this package's version."""
    signed = {**parts, "v": __version__}
    return "|".join(f"{key}:{value}" for key, value in signed.items())


def digest(parts: Mapping[str, object]) -> str:
    """Sixteen hexadecimal digits that identify `parts`, in any order of its keys."""
    canonical = json.dumps(parts, sort_keys=True, ensure_ascii=True)
    return hashlib.sha256(canonical.encode()).hexdigest()[:16]


def with_contents(options: Mapping[str, object]) -> dict[str, object]:
    """Options in which each path is replaced by a digest of its content.

    Args:
        options: options of a configuration's entry; a text, in lists and mappings too, is a path if
            it leads to a file, or has a slash and leads to a folder.
    """
    return {key: _with_content(value) for key, value in options.items()}


def names_content(text: str) -> bool:
    """Whether an option's text is the path of a file, or of a folder, for which it has a slash."""
    # Unlike Path.exists, false for a text that cannot be a path, such as too long a name.
    return os.path.isfile(text) or (may_be_path(text) and os.path.exists(text))  # noqa: PTH110, PTH113


def may_be_path(text: str) -> bool:
    """Whether an option's text is written like a path: with a slash, and a name beside it."""
    # A text "/" alone separates words; it does not mean the whole disk.
    return "/" in text and re.search(r"\w", text) is not None


def folder_digest(path: str | Path) -> str:
    """Sixteen hexadecimal digits that identify all files of a folder, or a file."""
    path = Path(path)
    if path.is_file():
        return digest({"": sha256_of_file(path)})
    contents = {}
    for file in files_in(path):
        contents[file.relative_to(path).as_posix()] = sha256_of_file(file)
    return digest(contents)


def _with_content(value: object) -> object:
    if isinstance(value, str):
        if names_content(value):
            return folder_digest(value)
        return value
    if isinstance(value, Mapping):
        return with_contents(value)
    if isinstance(value, list):
        return [_with_content(each) for each in value]
    return value
