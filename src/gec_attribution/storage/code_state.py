"""The code that runs: its version, and its commit in git."""

import json
import os
import subprocess
from importlib.metadata import version
from pathlib import Path

from gec_attribution.storage.project import PROJECT

VARIABLE = "GEC_CODE_STATE"
COMMIT_FILE = "COMMIT"
"""The file of an installed package with the commit that its wheel was built from."""


def code_state() -> dict[str, object]:
    """The version of this package, the commit of its code, and whether files differ from it.

    A run of the workflow asks git once, and hands the answer on to its jobs (`hand_on`).

    Returns:
        `version`; `commit`, None where neither a repository nor the wheel has one; `changed`, None
        where there is no repository to compare with.
    """
    handed_on = os.environ.get(VARIABLE)
    if handed_on:
        return json.loads(handed_on)
    return {"version": version("gec-attribution"), **commit_of(PROJECT)}


def hand_on() -> None:
    """Let the processes that this one starts find the state of its code in their environment."""
    os.environ[VARIABLE] = json.dumps(code_state())


def commit_of(folder: Path) -> dict[str, object]:
    """The commit of a repository's working tree, or of an installed package's data."""
    recorded = folder / COMMIT_FILE
    if recorded.is_file():
        return {"commit": recorded.read_text("utf-8").strip(), "changed": None}
    commit = _git(folder, "rev-parse", "HEAD")
    if not (folder / ".git").exists() or commit is None:
        return {"commit": None, "changed": None}
    changes = _git(folder, "status", "--porcelain", "--untracked-files=no")
    return {"commit": commit, "changed": bool(changes)}


def _git(folder: Path, *arguments: str) -> str | None:
    """The output of git; None where there is no git, or it fails."""
    command = ["git", "-C", str(folder), *arguments]
    try:
        done = subprocess.run(  # noqa: S603
            command,
            capture_output=True,
            encoding="utf-8",
            errors="replace",
            check=False,
        )
    except OSError:
        return None
    if done.returncode:
        return None
    return done.stdout.strip()
