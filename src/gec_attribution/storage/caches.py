"""Folders of the library for results that cost money or time, outside a study."""

import json
import os
from contextlib import suppress
from pathlib import Path

from gec_attribution.errors import OutputError
from gec_attribution.storage.files import sha256_of_file, write_atomically

VARIABLE = "GEC_CACHE"
"""The environment variable that names another folder; jobs of a study name `results/cache`."""

# Smaller files are read as fast as what is kept of them.
_KEPT_FROM = 2**20


def cache_folder() -> Path:
    """The folder named by `GEC_CACHE`, or this package's folder among the user's caches."""
    named = os.environ.get(VARIABLE)
    if named:
        return Path(named)
    return user_folder()


def user_folder() -> Path:
    """The folder of this package among the user's caches."""
    caches = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(caches) / "gec-attribution"


def content_of(path: str | Path) -> str:
    """The SHA-256 of a file, read again only if its size, dates or place on the disk changed."""
    path = Path(path).resolve()
    status = path.stat()
    if status.st_size < _KEPT_FROM:
        return sha256_of_file(path)
    times = [status.st_mtime_ns, status.st_ctime_ns]
    state = [str(path), status.st_size, *times, status.st_ino]
    digest_file = (
        cache_folder()
        / "contents"
        / f"{path.name}-{status.st_dev}-{status.st_ino}.json"
    )
    with suppress(OSError, ValueError):
        *state_then, content = json.loads(digest_file.read_text(encoding="utf-8"))
        if state_then == state:
            return content
    content = sha256_of_file(path)
    with suppress(OutputError), write_atomically(digest_file) as temporary:
        temporary.write_text(json.dumps([*state, content]), encoding="utf-8")
    return content
