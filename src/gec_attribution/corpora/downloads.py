"""Files that a study pins by URL and SHA-256: downloaded, or copied from a mirror."""

import io
import logging
import os
import re
import shutil
import time
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from gec_attribution.errors import ConfigError, DownloadError
from gec_attribution.formatting.control_characters import visible
from gec_attribution.storage.addresses import without_credentials
from gec_attribution.storage.files import sha256_of_file, write_atomically

_RANGE = re.compile(r"\{(\d+)\.\.(\d+)\}")
_DOWNLOADS_AT_ONCE = 8
# Far more than any corpus needs; an endless download soon reaches them.
_MOST_BYTES = 2**30
_MOST_SECONDS = 3600


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
    else downloaded. Where the URL has ranges such as `{1..3}`, many files are joined, each after a
    line `==> name <==` and followed by a line end; the sum is that of the whole.

    Raises:
        DownloadError: the file cannot be fetched, or is not the one pinned; there is then no file
            at `path`.
    """
    path = Path(path)
    if len(addresses(entry["url"])) > 1:
        _fetch_joined(entry, path, mirror)
        return
    if mirror and "mirror" in entry:
        original = mirror / entry["mirror"]
        check_pinned(original, entry)
        with write_atomically(path) as temporary:
            shutil.copyfile(original, temporary)
        return
    _download(entry["url"], entry["sha256"], path)


def addresses(pattern: str) -> list[str]:
    """The addresses, or paths, that one with ranges such as `{1..3}` stands for, in their order."""
    range_match = _RANGE.search(pattern)
    if not range_match:
        return [pattern]
    first, last = map(int, range_match.groups())
    return [
        address
        for number in range(first, last + 1)
        for address in addresses(
            f"{pattern[: range_match.start()]}{number}{pattern[range_match.end() :]}"
        )
    ]


def _fetch_joined(entry: Mapping[str, Any], path: Path, mirror: Path | None) -> None:
    """Make `path` the files of an entry with ranges, each after a line `==> name <==`."""
    url = entry["url"]
    folder = url[: url.index("{")].rpartition("/")[0] + "/"
    names = [address.removeprefix(folder) for address in addresses(url)]
    path.parent.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(dir=path.parent, prefix=".partial-") as scratch:
        if mirror and "mirror" in entry:
            parts = [mirror / address for address in addresses(entry["mirror"])]
        else:
            parts = [Path(scratch, str(number)) for number in range(len(names))]
            with ThreadPoolExecutor(_DOWNLOADS_AT_ONCE) as pool:
                list(pool.map(_download, addresses(url), [None] * len(parts), parts))
        joined = Path(scratch, "joined")
        with joined.open("wb") as file:
            for name, part in zip(names, parts, strict=True):
                try:
                    content = part.read_bytes()
                except OSError as error:
                    raise DownloadError(f"{part}: cannot be read: {error.strerror}") from error
                file.write(f"==> {name} <==\n".encode() + content + b"\n")
        check_pinned(joined, entry, url)
        with write_atomically(path) as temporary:
            shutil.copyfile(joined, temporary)


def _download(url: str, sha256: str | None, path: Path) -> None:
    import pooch

    pooch.get_logger().setLevel(logging.WARNING)
    try:
        with write_atomically(path) as temporary:
            fetched = pooch.retrieve(
                url, sha256, fname="fetched", path=temporary.parent, downloader=_download_bounded
            )
            # A copy can be read by those who may read other new files.
            shutil.copyfile(fetched, temporary)
    except (OSError, ValueError) as error:
        raise DownloadError(
            visible(without_credentials(f"{url}: cannot be downloaded: {error}"))
            + "; where the network is closed, name a mirror: GEC_MIRROR=FOLDER"
        ) from None


def _download_bounded(url: str, path: str, pooch: Any) -> None:
    """Write the answer of an address to a file, unless it is too long or takes too long."""
    from pooch import HTTPDownloader

    with _BoundedFile(path, "wb") as file:
        HTTPDownloader()(url, file, pooch)


class _BoundedFile(io.FileIO):
    """A file that takes no more than `_MOST_BYTES`, and none after `_MOST_SECONDS`."""

    def __init__(self, path: str, mode: str) -> None:
        super().__init__(path, mode)
        self._end = time.monotonic() + _MOST_SECONDS

    def write(self, content: Any) -> int:
        """Write some bytes.

        Raises:
            ValueError: they are too many or come too late.
        """
        if self.tell() + len(content) > _MOST_BYTES:
            raise ValueError(f"it has more than {_MOST_BYTES:,} bytes")
        if time.monotonic() > self._end:
            raise ValueError(f"it takes more than {_MOST_SECONDS:,} s")
        return super().write(content)


def check_pinned(path: str | Path, entry: Mapping[str, Any], name: str = "") -> None:
    """Check the SHA-256 of a file whose entry has one.

    Args:
        path: the file.
        entry: the entry.
        name: the name of the file in errors; by default its path.

    Raises:
        DownloadError: the file cannot be read, or is not the one pinned.
    """
    if "sha256" not in entry:
        return
    try:
        digest = sha256_of_file(path)
    except OSError as error:
        raise DownloadError(f"{path}: cannot be read: {error.strerror}") from error
    if digest != entry["sha256"]:
        raise DownloadError(
            f"{name or path}: its SHA-256 is {digest}, but {entry['sha256']} is pinned; "
            "replace the file"
        )
