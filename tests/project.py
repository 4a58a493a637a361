"""Where the project's files are, for tests in any folder."""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def script(name: str) -> Path:
    """The script of a rule, in whatever stage it is."""
    (path,) = ROOT.glob(f"scripts/*/{name}.py")
    return path
