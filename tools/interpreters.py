"""The Python interpreters of this machine, on the path and under pyenv: `make test-pythons`.

    python tools/interpreters.py

prints one a line, the newest release of each version that gec-attribution supports.
"""

import os
import subprocess
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def interpreters() -> dict[tuple[int, int], Path]:
    """An interpreter of each version of Python 3, by (major, minor), the oldest version first."""
    folders = [Path(folder) for folder in os.environ.get("PATH", "").split(os.pathsep) if folder]
    pyenv = Path(os.environ.get("PYENV_ROOT") or Path.home() / ".pyenv")
    folders += sorted(pyenv.glob("versions/*/bin"))
    releases: dict[tuple[int, int], tuple[tuple[int, ...], Path]] = {}
    for path in (path for folder in folders for path in sorted(folder.glob("python3*"))):
        if not path.name.removeprefix("python3").lstrip(".").isdigit():
            continue
        release = _release(path)
        if release and release > releases.get(release[:2], ((), path))[0]:
            releases[release[:2]] = (release, path)
    return {version: path for version, (_, path) in sorted(releases.items())}


def supported() -> dict[tuple[int, int], Path]:
    """Those of them that pyproject.toml allows."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    lowest = tuple(map(int, project["requires-python"].removeprefix(">=").split(".")))
    return {version: path for version, path in interpreters().items() if version >= lowest}


def _release(path: Path) -> tuple[int, ...] | None:
    """The release of an interpreter; None of a program that is none, or does not start."""
    command = [str(path), "-c", "import sys, venv; print(*sys.version_info[:3])"]
    try:
        said = subprocess.run(command, capture_output=True, text=True, check=True).stdout  # noqa: S603
        return tuple(map(int, said.split()))
    except (OSError, subprocess.CalledProcessError, ValueError):
        return None


if __name__ == "__main__":
    for path in supported().values():
        print(path)  # noqa: T201
