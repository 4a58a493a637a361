"""Short strings that list what a number depends on, as in sacreBLEU (Post 2018)."""

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path

from gec_attribution import __version__
from gec_attribution.storage.files import sha256_of_file


def format_signature(parts: Mapping[str, object]) -> str:
    """`key:value` pairs in the order given, joined by `|`, ending with this package's version."""
    return "|".join([*(f"{key}:{value}" for key, value in parts.items()), f"v:{__version__}"])


def digest(parts: Mapping[str, object]) -> str:
    """Sixteen hexadecimal digits that identify `parts`, in any order of its keys."""
    canonical = json.dumps(parts, sort_keys=True, ensure_ascii=True)
    return hashlib.sha256(canonical.encode()).hexdigest()[:16]


def with_contents(options: Mapping[str, object]) -> dict[str, object]:
    """Options in which each path is replaced by a digest of its content.

    Args:
        options: of a configuration's entry; a text with a slash in it that leads to a file or
            folder is a path.
    """
    return {
        key: _content(Path(str(value))) if _is_path(value) else value
        for key, value in options.items()
    }


def _is_path(value: object) -> bool:
    return isinstance(value, str) and "/" in value and Path(value).exists()


def _content(path: Path) -> str:
    if path.is_file():
        return digest({"": sha256_of_file(path)})
    files = (file for file in path.rglob("*") if file.is_file())
    return digest({file.relative_to(path).as_posix(): sha256_of_file(file) for file in files})
