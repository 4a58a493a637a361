"""Pins the lowest releases that pyproject.toml allows, as constraints for pip.

python tools/lowest_versions.py > constraints.txt
"""

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def lowest_versions(pyproject: Path) -> dict[str, str]:
    """The lowest release of each requirement that has a lower bound, by its name."""
    project = tomllib.loads(pyproject.read_text(encoding="utf-8"))["project"]
    requirements = [*project["dependencies"]]
    for extra in project["optional-dependencies"].values():
        requirements += extra
    bounds = (re.fullmatch(r"([\w.-]+)>=([\w.]+)", requirement) for requirement in requirements)
    return {bound[1]: bound[2] for bound in bounds if bound}


if __name__ == "__main__":
    for name, version in lowest_versions(ROOT / "pyproject.toml").items():
        print(f"{name}=={version}")  # noqa: T201
