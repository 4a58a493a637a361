"""Writing files so that nothing half-written is ever taken for a result; naming them by content."""

import errno
import hashlib
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from gec_attribution.errors import OutputError

# Errors that occur only in writing.
_REFUSALS = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EROFS}
_PROBE_BYTES = 65536
# Errors of a file system that cannot write a folder to the disk by itself.
_UNABLE = {errno.EINVAL, errno.ENOTSUP, errno.ENOSYS}


@contextmanager
def write_atomically(path: str | Path) -> Iterator[Path]:
    """Yield a path where the block makes a file or folder, moved to `path` if the block succeeds.

    That path has the name of `path`, in a folder `.partial-…` next to it. The folder is removed,
    unless the process is killed; then it may be deleted at any time, since nothing reads it.
    Missing parent folders are made. After a power cut, too, there is either the old file or folder
    or the whole new one, or, in place of an old folder, none.

    Raises:
        OutputError: the disk is full, the folder cannot be written to, or a folder has the name of
            a file.
    """
    path = Path(path)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        folder = Path(tempfile.mkdtemp(dir=path.parent, prefix=".partial-"))
    except OSError as error:
        raise output_error(path, error) from error
    temporary = folder / path.name
    try:
        yield temporary
        _flush(temporary)
        if temporary.is_dir() and path.exists():
            # A folder can take the place of an empty one only.
            path.rename(folder / f"old {path.name}")
        try:
            temporary.replace(path)
        except IsADirectoryError as error:
            raise OutputError(
                f"{path}: cannot be written: it is a folder; remove it, and run again"
            ) from error
        _flush_one(path.parent)
    except Exception as error:
        if refusal := _refusal(folder, error):
            raise output_error(path, refusal) from error
        raise
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def output_error(path: str | Path, error: OSError) -> OutputError:
    """Error text for a file `path` that cannot be written."""
    return OutputError(
        f"{path}: cannot be written: {os.strerror(error.errno or 0)}; make sure that its folder is "
        "writable and its disk has room, and run again"
    )


def files_in(folder: str | Path) -> list[Path]:
    """All files of a folder, those of folders that are linked in it, too, in a fixed order."""
    files: list[Path] = []
    walked: set[str] = set()
    for place, folders, names in os.walk(folder, followlinks=True):
        # A folder may be linked within itself.
        if os.path.realpath(place) in walked:
            folders.clear()
            continue
        walked.add(os.path.realpath(place))
        folders.sort()
        files += (file for name in sorted(names) if (file := Path(place, name)).is_file())
    return files


def sha256_of_file(path: str | Path) -> str:
    """The SHA-256 of a file's bytes, in hexadecimal."""
    with Path(path).open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def altered_file(folder: str | Path) -> Path | None:
    """First file of a folder that differs from the folder's `SHA256SUMS`; None if none does.

    The list is one of `sha256sum`; a folder without it has nothing to compare with.
    """
    sums = Path(folder) / "SHA256SUMS"
    for line in sums.read_text(encoding="utf-8").splitlines() if sums.is_file() else ():
        expected, _, name = line.partition(" ")
        file = sums.parent / name.lstrip(" *")
        if not file.is_file() or sha256_of_file(file) != expected:
            return file
    return None


def _refusal(folder: Path, error: Exception) -> OSError | None:
    """The error if nothing can be written in `folder`; libraries raise errors of many types."""
    if isinstance(error, OSError) and error.errno in _REFUSALS:
        return error
    try:
        with tempfile.TemporaryFile(dir=folder) as file:
            file.write(bytes(_PROBE_BYTES))
    except OSError as refusal:
        return refusal
    return None


def _flush(path: Path) -> None:
    """Wait until a file, or a folder with its content, is on the disk.

    A power cut must not leave a name with nothing behind.
    """
    if path.is_dir():
        for within in path.iterdir():
            if not within.is_symlink():
                _flush(within)
    _flush_one(path)


def _flush_one(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    except OSError as error:
        # Some file systems keep folders by themselves, and refuse to be told.
        if error.errno not in _UNABLE or not path.is_dir():
            raise
    finally:
        os.close(handle)
