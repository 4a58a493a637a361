"""Files that a study pins by URL and SHA-256: downloaded, or copied from a mirror."""

import logging
import os
import re
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from gec_attribution.errors import ConfigError, DownloadError, unknown
from gec_attribution.formatting.control_characters import visible
from gec_attribution.storage.addresses import without_credentials
from gec_attribution.storage.files import sha256_of_file, write_atomically
from gec_attribution.storage.wheels import opened_wheel

_RANGE = re.compile(r"\{(\d+)\.\.(\d+)\}")
_DOWNLOADS_AT_ONCE = 8
_IN_WHEEL = re.compile(r"wheel:([^:/]+):([0-9a-f]{64})/(\S+)")


def mirror_folder(configured: str | None) -> Path | None:
    """The mirror to use: that of the environment variable `GEC_MIRROR`, else the configured one.

    Raises:
        ConfigError: there is no such folder.
    """
    name = os.environ.get("GEC_MIRROR") or configured
    if name and not Path(name).is_dir():
        raise ConfigError(
            f"mirror: {name} (from the configuration or GEC_MIRROR) is not a folder"
        )
    if name:
        return Path(name)
    return None


def fetch(entry: Mapping[str, Any], path: str | Path, mirror: Path | None) -> None:
    """Make `path` the file that an entry pins by `url` and `sha256`.

    It is copied from the mirror, where there is one and the entry says where in it (`mirror`), or
    else downloaded. Where the URL has ranges such as `{1..3}`, many files are joined, each after a
    line `==> name <==` and followed by a line end; the sum is that of the whole.

    A URL such as `wheel:ua-gec==2.1.3:DIGEST/PART` names a part of a corpus that a wheel of the
    Python package index carries; the file is made of it.

    Raises:
        DownloadError: the file cannot be fetched, or is not the one pinned; there is then no file
            at `path`.
    """
    urls = addresses(entry["url"])
    with write_atomically(path) as whole:
        place = _shown(entry["url"])
        if mirror and "mirror" in entry:
            parts = [mirror / name for name in addresses(entry["mirror"])]
            place = str(parts[0]) if len(parts) == 1 else place
            if len(parts) != len(urls):
                raise DownloadError(
                    f"{place}: `url` names {len(urls)} files and `mirror` {len(parts)}; give both "
                    "the same ranges"
                )
        else:
            parts = [whole.with_name(f"part {number}") for number in range(len(urls))]
            with ThreadPoolExecutor(_DOWNLOADS_AT_ONCE) as pool:
                list(pool.map(_download, urls, parts))
        folder, _, _ = entry["url"].partition("{")
        folder, _, _ = folder.rpartition("/")
        # A copy can be read by those who may read other new files.
        with whole.open("wb") as file:
            for url, part in zip(urls, parts, strict=True):
                try:
                    content = part.read_bytes()
                except OSError as error:
                    raise DownloadError(
                        f"{part}: cannot be read: {error.strerror}"
                    ) from error
                if len(urls) > 1:
                    name = url.removeprefix(f"{folder}/")
                    content = f"==> {name} <==\n".encode() + content + b"\n"
                file.write(content)
        check_pinned(whole, entry, place)


def addresses(pattern: str) -> list[str]:
    """The addresses, or paths, that one with ranges such as `{1..3}` stands for, in their order."""
    range_match = _RANGE.search(pattern)
    if not range_match:
        return [pattern]
    first, last = map(int, range_match.groups())
    found: list[str] = []
    for number in range(first, last + 1):
        found += addresses(_RANGE.sub(str(number), pattern, count=1))
    return found


def _download(url: str, path: Path) -> None:
    in_wheel = _IN_WHEEL.fullmatch(url)
    if in_wheel:
        _make_of_wheel(in_wheel, path)
        return
    import pooch

    pooch.get_logger().setLevel(logging.WARNING)
    try:
        pooch.retrieve(url, None, fname=path.name, path=path.parent)
    except (OSError, ValueError) as error:
        raise DownloadError(
            f"{_shown(f'{url}: cannot be downloaded: {error}')}; where the network is closed, name "
            "a mirror: GEC_MIRROR=FOLDER"
        ) from None


def _make_of_wheel(in_wheel: re.Match[str], path: Path) -> None:
    """Make a file of a part of a corpus; the address names package, digest and part."""
    from gec_attribution.corpora import ua_gec

    package, digest, part = in_wheel.groups()
    readers = {"ua-gec": ua_gec.write_annotator}
    name = package.partition("==")[0]
    if name not in readers:
        raise DownloadError(unknown("corpus in a wheel", name, readers))
    with opened_wheel(package, digest) as archive:
        readers[name](archive, part, path)


def _shown(text: str) -> str:
    """Text with an address, as an error may show it."""
    return visible(without_credentials(text))


def check_pinned(path: str | Path, entry: Mapping[str, Any], name: str = "") -> None:
    """Check the SHA-256 of a file whose entry has one; errors name the file as `name` or its path.

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
