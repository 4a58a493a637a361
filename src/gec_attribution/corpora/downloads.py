"""Files that a study pins by URL and SHA-256: downloaded, or copied from a mirror."""

import logging
import os
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from gec_attribution.errors import ConfigError, DownloadError
from gec_attribution.storage.files import sha256_of_file, write_atomically


def mirror_folder(configured: str | None) -> Path | None:
    """The mirror to use: that of the environment variable `GEC_MIRROR`, else the configured one.

    Raises:
        ConfigError: there is no such folder.
    """
    name = os.environ.get("GEC_MIRROR") or configured
    if name and not Path(name).is_dir():
        raise ConfigError(f"mirror: {name} (from the configuration or GEC_MIRROR) is not a folder")
    return Path(name) if name else None


def fetch(entry: Mapping[str, Any], path: str | Path, mirror: Path | None) -> None:
    """Make `path` the file that an entry pins by `url` and `sha256`.

    It is copied from the mirror, where there is one and the entry says where in it (`mirror`), or
    else downloaded.

    Raises:
        DownloadError: the file cannot be fetched, or is not the one pinned; there is then no file
            at `path`.
    """
    path = Path(path)
    if mirror and "mirror" in entry:
        original = mirror / entry["mirror"]
        check_pinned(original, entry)
        with write_atomically(path) as temporary:
            shutil.copyfile(original, temporary)
        return
    import pooch

    pooch.get_logger().setLevel(logging.WARNING)
    try:
        pooch.retrieve(entry["url"], entry["sha256"], fname=path.name, path=path.parent)
    except (OSError, ValueError) as error:
        raise DownloadError(
            f"{entry['url']}: cannot be downloaded: {error}; where the network is closed, "
            "name a mirror: GEC_MIRROR=FOLDER"
        ) from error


def check_pinned(path: str | Path, entry: Mapping[str, Any]) -> None:
    """Check the SHA-256 of a file whose entry has one.

    Raises:
        DownloadError: the file cannot be read, or is not the one pinned.
    """
    if "sha256" not in entry:
        return
    try:
        found = sha256_of_file(path)
    except OSError as error:
        raise DownloadError(f"{path}: cannot be read: {error.strerror}") from error
    if found != entry["sha256"]:
        raise DownloadError(
            f"{path}: its SHA-256 is {found}, but {entry['sha256']} is pinned; replace the file"
        )
