"""Place of the project: the repository, or the data that are installed with the package."""

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parents[1]
_INSTALLED = _PACKAGE / "_data"
PROJECT = _INSTALLED if _INSTALLED.is_dir() else _PACKAGE.parents[1]
"""The folder that has `config`, `data` and `models`."""
