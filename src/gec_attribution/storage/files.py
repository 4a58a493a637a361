"""Writing files so that nothing half-written is ever taken for a result; naming them by content."""

import errno
import hashlib
import os
import shutil
import stat
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from gec_attribution.errors import OutputError

REFUSALS = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EROFS, errno.ENAMETOOLONG}
"""Errors of the system that occur only in writing."""
_PROBE_BYTES = 65536
# Errors of a file system that cannot write a folder to the disk by itself.
_UNABLE = {errno.EINVAL, errno.ENOTSUP, errno.ENOSYS}


@contextmanager
def write_atomically(path: str | Path) -> Iterator[Path]:
    """Yield a path where the block makes a file or folder, moved to `path` if the block succeeds.

    That path has the name of `path`, in a folder `.partial-…` next to it. The folder is removed,
    unless the process is killed; then it may be deleted at any time, since nothing reads it.
    Missing parent folders are made. A link is followed. What is no regular file, such as a device,
    a pipe or standard output, is never replaced: the content is added to it. After a power cut,
    too, there is either the old file or folder or the whole new one, or, in place of an old folder,
    none.

    Raises:
        OutputError: the disk is full, the folder cannot be written to, or a folder has the name of
            a file.
    """
    path = Path(path)
    target = Path(os.path.realpath(path))
    try:
        is_stream = _is_stream(path)
        if not is_stream:
            target.parent.mkdir(parents=True, exist_ok=True)
        beside = None if is_stream else target.parent
        folder = Path(tempfile.mkdtemp(dir=beside, prefix=".partial-"))
    except OSError as error:
        raise output_error(path, error) from error
    temporary = folder / path.name
    try:
        yield temporary
        if is_stream:
            _copy_into(path, temporary)
            return
        _flush(temporary)
        if temporary.is_dir() and target.exists():
            # A folder can take the place of an empty one only.
            target.rename(folder / f"old {path.name}")
        try:
            temporary.replace(target)
        except IsADirectoryError as error:
            raise _is_a_folder(path) from error
        _flush_one(target.parent)
    except Exception as error:
        refusal = _refusal(folder, error)
        if refusal:
            raise output_error(path, refusal) from error
        raise
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def check_output(path: str | Path, inputs: Iterable[str | Path]) -> None:
    """Check before any work that a file can be written without harm to what is read.

    Args:
        path: the file.
        inputs: files that are read, by any of their names.

    Raises:
        OutputError: it is a folder or one of the inputs, or no file can have this name.
    """
    path = Path(path)
    try:
        if _is_stream(path):
            return
        if path.is_dir():
            raise _is_a_folder(path)
    except OSError as error:
        raise output_error(path, error) from error
    for each in inputs:
        if path.exists() and Path(each).exists() and path.samefile(each):
            raise OutputError(
                f"{path}: is also read, as {each}; name another file to write"
            )


def output_error(path: str | Path, error: OSError) -> OutputError:
    """Error text for a file `path` that cannot be written."""
    remedy = "make sure that its folder is writable and its disk has room"
    if error.errno == errno.ENAMETOOLONG:
        remedy = "give it a shorter name"
    reason = os.strerror(error.errno or 0)
    return OutputError(f"{path}: cannot be written: {reason}; {remedy}, and run again")


def _is_a_folder(path: Path) -> OutputError:
    return OutputError(
        f"{path}: cannot be written: it is a folder; remove it, and run again"
    )


def _is_stream(path: Path) -> bool:
    """Whether a path leads to a device, a pipe, or the file behind standard output or error."""
    try:
        status = path.stat()
    except FileNotFoundError:
        return False
    if not stat.S_ISREG(status.st_mode):
        return not stat.S_ISDIR(status.st_mode)
    for standard in (1, 2):
        with suppress(OSError):
            if os.path.samestat(status, os.fstat(standard)):
                return True
    return False


def _copy_into(stream: Path, file: Path) -> None:
    """Add a file to a stream.

    Raises:
        OutputError: the stream takes no file, such as a disk or a socket, or it is full.
    """
    if stream.is_block_device() or file.is_dir():
        raise OutputError(
            f"{stream}: cannot be written: it is no file; name another one"
        )
    try:
        with stream.open("ab") as opened, file.open("rb") as content:
            shutil.copyfileobj(content, opened)
    except OSError as error:
        raise output_error(stream, error) from error


def unreadable(path: str | Path) -> str:
    """Error text for a file or folder that this user may not read: its owner, and the remedy."""
    place = Path(path)
    # Nothing is known of what lies in a folder that this user may not enter.
    while place != place.parent and not os.access(place.parent, os.X_OK):
        place = place.parent
    try:
        owner = place.owner()
    except (OSError, KeyError):
        owner = "its owner"
    return (
        f"{place}: belongs to {owner}, and you may not read it; {owner} can allow it: "
        f"chmod -R a+rX {place if place.is_dir() else place.parent}"
    )


def share_as_folder(path: Path) -> None:
    """Let those who may read the folder that holds `path` read `path`, too, with all in it.

    Whoever makes a file with a umask of 077 would else be its only reader.
    """
    readers = path.parent.stat().st_mode & 0o444
    for place in (path, *path.rglob("*")):
        mode = place.stat().st_mode | readers
        # Of a folder, those who read it have to enter it, too.
        place.chmod(mode | readers >> 2 if place.is_dir() else mode)


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
        paths = [Path(place, name) for name in sorted(names)]
        files += [path for path in paths if path.is_file()]
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
    if not sums.is_file():
        return None
    for line in sums.read_text(encoding="utf-8").splitlines():
        expected, _, name = line.partition(" ")
        file = sums.parent / name.lstrip(" *")
        if not file.is_file() or sha256_of_file(file) != expected:
            return file
    return None


def _refusal(folder: Path, error: Exception) -> OSError | None:
    """The error if nothing can be written in `folder`; libraries raise errors of many types."""
    if isinstance(error, OSError) and error.errno in REFUSALS:
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
