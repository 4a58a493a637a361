"""Where the project's files are, for tests in any folder."""

import shutil
from pathlib import Path
from types import SimpleNamespace

ROOT = Path(__file__).resolve().parents[1]


class Named(SimpleNamespace):
    """Named files or parameters of a rule, as its script gets them."""

    def items(self):
        return vars(self).items()

    def get(self, name, default=None):
        return vars(self).get(name, default)


def script(name: str) -> Path:
    """The script of a rule, in whatever stage it is."""
    (path,) = ROOT.glob(f"scripts/*/{name}.py")
    return path


def copy_project(folder: Path) -> Path:
    """Copy the workflow and the library into `folder`, for a test that changes their code."""
    for name in ("workflow", "scripts", "src", "envs", "profiles"):
        ignored = shutil.ignore_patterns("__pycache__", "*.egg-info")
        shutil.copytree(ROOT / name, folder / name, ignore=ignored)
    shutil.copy(ROOT / "Snakefile", folder)
    return folder
