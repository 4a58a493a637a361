"""The order of the rooms, which import-linter holds as the contracts of pyproject.toml."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from project import ROOT


def lint(library: Path, folder: Path) -> subprocess.CompletedProcess:
    return subprocess.run(
        [
            Path(sys.executable).with_name("lint-imports"),
            *("--no-cache", "--config", ROOT / "pyproject.toml"),
        ],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(library)},
        capture_output=True,
        text=True,
        check=False,
    )


def test_no_room_imports_a_later_one(tmp_path):
    checked = lint(ROOT / "src", tmp_path)
    assert checked.returncode == 0, checked.stdout
    assert "0 broken" in checked.stdout


@pytest.mark.parametrize(
    ("module", "line", "imported"),
    [
        (
            "systems/base.py",
            "from gec_training.probes import Judgement",
            "gec_training",
        ),
        ("storage/files.py", "import gec_attribution.metrics", "gec_attribution.metrics"),
        ("statistics/bootstrap.py", "import snakemake", "snakemake"),
        ("experiments/bias/compute.py", "import matplotlib", "matplotlib"),
        (
            "experiments/bias/figure.py",
            "import gec_study.experiments.precision.compute",
            "gec_study.experiments.precision",
        ),
    ],
)
def test_an_import_against_the_order_is_noticed(tmp_path, module, line, imported):
    copy = tmp_path / "src" / "gec_attribution"
    shutil.copytree(ROOT / "src/gec_attribution", copy)
    with (copy / module).open("a") as file:
        file.write(f"\n{line}\n")
    checked = lint(tmp_path / "src", tmp_path)
    assert checked.returncode == 1
    assert f"is not allowed to import {imported}" in " ".join(checked.stdout.split())
    assert module.removesuffix(".py").replace("/", ".") in checked.stdout


def test_a_new_room_has_to_find_its_place(tmp_path):
    copy = tmp_path / "src" / "gec_attribution"
    shutil.copytree(ROOT / "src/gec_attribution", copy)
    (copy / "leftovers.py").touch()
    checked = lint(tmp_path / "src", tmp_path)
    assert checked.returncode == 1
    assert "gec_attribution.leftovers" in checked.stdout
