"""The order of the rooms, which import-linter holds as the contracts of pyproject.toml."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from project import ROOT, python_path


def lint(project_folder: Path, folder: Path) -> subprocess.CompletedProcess:
    return subprocess.run(
        [
            Path(sys.executable).with_name("lint-imports"),
            *("--no-cache", "--config", ROOT / "pyproject.toml"),
        ],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": python_path(project_folder)},
        capture_output=True,
        text=True,
        check=False,
    )


def test_no_room_imports_a_later_one(tmp_path):
    checked = lint(ROOT, tmp_path)
    assert checked.returncode == 0, checked.stdout
    assert "0 broken" in checked.stdout


@pytest.fixture
def packages(tmp_path):
    """A folder with a copy of the library."""
    shutil.copytree(ROOT / "src/gec_attribution", tmp_path / "src/gec_attribution")
    return tmp_path


@pytest.mark.parametrize(
    ("module", "line", "imported"),
    [
        (
            "src/gec_attribution/systems/base.py",
            "from training.recipes import Recipes",
            "training",
        ),
        (
            "src/gec_attribution/pages/html.py",
            "from gec_attribution.pipeline.study import Study",
            "gec_attribution.pipeline.study",
        ),
        (
            "src/gec_attribution/storage/files.py",
            "import gec_attribution.metrics",
            "gec_attribution.metrics",
        ),
        ("src/gec_attribution/statistics/bootstrap.py", "import snakemake", "snakemake"),
        ("src/gec_attribution/pipeline/targets.py", "import snakemake", "snakemake"),
        (
            "src/gec_attribution/tables/cells.py",
            "import gec_attribution.figures.style",
            "gec_attribution.figures",
        ),
        ("src/gec_attribution/experiments/bias/compute.py", "import matplotlib", "matplotlib"),
        (
            "src/gec_attribution/experiments/bias/figure.py",
            "import gec_attribution.experiments.precision.compute",
            "gec_attribution.experiments.precision",
        ),
    ],
)
def test_an_import_against_the_order_is_noticed(packages, module, line, imported):
    with (packages / module).open("a") as file:
        file.write(f"\n{line}\n")
    checked = lint(packages, packages)
    assert checked.returncode == 1
    assert f"is not allowed to import {imported}" in " ".join(checked.stdout.split())
    name = module.partition("src/")[2].removesuffix(".py").replace("/", ".")
    assert name in checked.stdout


@pytest.mark.parametrize("package", ["src/gec_attribution", "src/gec_attribution/pipeline"])
def test_a_new_room_has_to_find_its_place(packages, package):
    (packages / package / "leftovers.py").touch()
    checked = lint(packages, packages)
    assert checked.returncode == 1
    assert f"{Path(package).name}.leftovers" in checked.stdout
