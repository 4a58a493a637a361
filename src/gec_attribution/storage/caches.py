"""Where the library keeps what was paid or waited for, when no study does."""

import os
from pathlib import Path

VARIABLE = "GEC_CACHE"
"""The environment variable that names another folder; jobs of a study name `results/cache`."""


def cache_folder() -> Path:
    """The folder that `GEC_CACHE` names, or that of this package among the user's caches."""
    if named := os.environ.get(VARIABLE):
        return Path(named)
    caches = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(caches) / "gec-attribution"
