"""Where the project's files are, for tests in any folder."""

from pathlib import Path
from types import SimpleNamespace

ROOT = Path(__file__).resolve().parents[1]


class Named(SimpleNamespace):
    """Named files or parameters of a rule, as its script gets them."""

    def items(self):
        return vars(self).items()


def script(name: str) -> Path:
    """The script of a rule, in whatever stage it is."""
    (path,) = ROOT.glob(f"scripts/*/{name}.py")
    return path
