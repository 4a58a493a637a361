"""The package installed from its wheel, in a folder where nothing of the repository is."""

import email
import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import venv
import zipfile
from pathlib import Path

import pytest
from project import PACKAGE, ROOT

pytestmark = pytest.mark.seldom

MOST_BYTES = 75_000_000
SOURCE = "He go to school every days ."
HYPOTHESIS = "He goes to school every day ."
# Files from which a wheel is built.
PARTS = (
    "src",
    "models",
    "config",
    "LICENSES",
    "data/learner",
    "data/learner-zh",
    "data/probes",
)
FILES = ("pyproject.toml", "setup.py", "MANIFEST.in", "README.md", "LICENSE", "NOTICE")


def run(
    *command: object, folder: Path, **environment: str
) -> subprocess.CompletedProcess:
    """Run a command without the paths by which Python would find the repository."""
    kept = {
        key: value for key, value in os.environ.items() if not key.startswith("PYTHON")
    }
    done = subprocess.run(
        [*map(str, command)],
        cwd=folder,
        env={**kept, "HF_HUB_OFFLINE": "1", **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-4000:]
    return done


@pytest.fixture(scope="session")
def wheel(tmp_path_factory) -> Path:
    """The wheel, built from a copy, so that no build lies in the repository or comes from it."""
    tree = tmp_path_factory.mktemp("tree")
    for part in PARTS:
        unwanted = shutil.ignore_patterns("__pycache__", "*.egg-info")
        shutil.copytree(ROOT / part, tree / part, ignore=unwanted)
    for file in FILES:
        shutil.copyfile(ROOT / file, tree / file)
    folder = tmp_path_factory.mktemp("wheel")
    options = ["--quiet", "--no-deps", "--no-build-isolation", "--no-index"]
    run(
        sys.executable,
        "-m",
        "pip",
        "wheel",
        *options,
        "--wheel-dir",
        folder,
        tree,
        folder=folder,
    )
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="session")
def installed(wheel, tmp_path_factory) -> Path:
    """The programs of an environment with the wheel and, from this one, what it depends on."""
    folder = tmp_path_factory.mktemp("environment")
    venv.create(folder, with_pip=False)
    python = folder / "bin" / "python"
    (site,) = folder.glob("lib/python*/site-packages")
    # A folder named so is searched; the .pth files in it, an editable install's say, are not read.
    (site / "dependencies.pth").write_text(sysconfig.get_path("purelib"))
    # The package may lie among what it depends on, where pip would find it installed already.
    options = ["--quiet", "--no-deps", "--no-index", "--ignore-installed"]
    run(
        sys.executable,
        "-m",
        "pip",
        "--python",
        python,
        "install",
        *options,
        wheel,
        folder=folder,
    )
    return folder / "bin"


def test_the_wheel_has_the_texts_of_its_licences_and_names_them(wheel):
    with zipfile.ZipFile(wheel) as archive:
        (folder,) = {
            name.partition("/")[0]
            for name in archive.namelist()
            if ".dist-info/" in name
        }
        metadata = email.message_from_bytes(archive.read(f"{folder}/METADATA"))
        assert metadata["License-Expression"] == PACKAGE["license"]
        # A package index has no other file of the repository to link to.
        links = re.findall(r"\]\(([^)]+)\)", metadata.get_payload())
        assert links
        assert all(link.startswith("https://") for link in links)
        assert "<img" not in metadata.get_payload() or "Repository" in PACKAGE["urls"]
        packed = set(metadata.get_all("License-File"))
        assert {"LICENSE", "NOTICE", "data/learner/LICENSE"} <= packed
        assert {
            f"LICENSES/{path.name}" for path in (ROOT / "LICENSES").iterdir()
        } <= packed
        for name in packed:
            assert (
                archive.read(f"{folder}/licenses/{name}") == (ROOT / name).read_bytes()
            )


def test_the_wheel_has_the_default_study_and_is_small(wheel):
    assert wheel.stat().st_size <= MOST_BYTES
    names = zipfile.ZipFile(wheel).namelist()
    data = {name.partition("/_data/")[2] for name in names if "/_data/" in name}
    assert {f"config/{path.name}" for path in (ROOT / "config").glob("*.yaml")} <= data
    assert {"data/learner/sources.txt", "data/probes/probes.m2"} <= data
    assert "data/learner-zh/sources.txt" in data
    models = {
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / "models").rglob("*")
        if path.is_file()
    }
    assert models <= data
    assert {name.partition("/")[0] for name in data} == {"config", "data", "models"}
    library = {
        path.relative_to(ROOT / "src").as_posix()
        for path in (ROOT / "src" / "gec_attribution").rglob("*")
        if path.is_file() and path.suffix != ".pyc"
    }
    assert "gec_attribution/config/registry.yaml" in library
    others = ("study", "tools", "training")
    assert not [name for name in names if name.startswith(others)]
    assert library <= set(names)


def test_a_sentence_is_explained_in_any_folder_as_in_the_repository(
    installed, tmp_path
):
    said = [
        "--source",
        SOURCE,
        "--hypothesis",
        HYPOTHESIS,
        "--metric",
        "some",
        "--json",
    ]
    done = run(installed / "gec-attribution", "explain", *said, folder=tmp_path)
    record = json.loads(done.stdout)
    assert len(record["edits"]) == 2
    command = [sys.executable, "-m", "gec_attribution.cli", "explain", *said]
    here = run(*command, folder=ROOT, PYTHONPATH=str(ROOT / "src"))
    assert done.stdout == here.stdout
    assert list(tmp_path.iterdir()) == []
