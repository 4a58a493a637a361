"""The examples of docs/extending.md, carried out word for word in one study.

First in a package of one's own, then in the project, as CONTRIBUTING.md says.
"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import project
import pytest
import yaml
from project import ROOT
from snakemake.utils import update_config

PAGE = (ROOT / "docs/extending.md").read_text(encoding="utf-8")
# Each is named in the last line before it.
MODULES = dict(
    re.findall(r"`(mine/[\w/]+\.\w+)`[^\n]*\n\n```\w+\n(.*?)```", PAGE, re.DOTALL)
)
(TOML,) = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)
(STUDY,) = re.findall(r"```yaml\n(.*?)```", PAGE, re.DOTALL)
WRONG = {
    "evaluation": {"long_edits": {"min_token": 2}},
    "systems": {"doubles": {"letters": 0}},
}
SOURCES = ["ik ik ik ga naar naar huis", "zij zij zij lacht lacht"]


@pytest.fixture(scope="module")
def study(tmp_path_factory):
    """A folder with the content of the page's wheel, and the sentences of its study."""
    tree, folder = tmp_path_factory.mktemp("tree"), tmp_path_factory.mktemp("own")
    for name, text in {
        **MODULES,
        "pyproject.toml": TOML,
        "mine/__init__.py": "",
    }.items():
        (tree / name).parent.mkdir(parents=True, exist_ok=True)
        (tree / name).write_text(text, encoding="utf-8")
    options = [
        "--quiet",
        "--no-deps",
        "--no-build-isolation",
        "--no-index",
        "--wheel-dir",
        folder,
    ]
    subprocess.run([sys.executable, "-m", "pip", "wheel", *options, tree], check=True)
    (wheel,) = folder.glob("*.whl")
    shutil.unpack_archive(wheel, folder, "zip")
    (folder / "essays.txt").write_text("".join(f"{source}\n" for source in SOURCES))
    return folder


def run(folder, *arguments, project_folder=ROOT, fails=False, **changed):
    """Run the page's study, with other values of some keys."""
    config = yaml.safe_load(STUDY)
    update_config(config, changed)
    path = (
        str(folder) if project_folder == ROOT else project.python_path(project_folder)
    )
    code = {"code": project_folder, "PYTHONPATH": path}
    return project.snakemake(folder, *arguments, study=config, fails=fails, **code)


@pytest.mark.workflow
def test_a_study_makes_the_table_and_the_report_shows_it(study):
    test = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "mine"]
    environment = {**os.environ, "PYTHONPATH": str(study)}
    subprocess.run(test, cwd=study, env=environment, check=True)
    run(study, "--", "plot_long_edits", "tabulate_long_edits", "make_report")
    results = study / "results/mine"
    corrected = (results / "essays/systems/doubles.txt").read_text().splitlines()
    assert corrected == ["ik ga naar huis", "zij lacht"]
    m2 = (results / "essays/edits/doubles.m2").read_text()
    assert m2.count("|||U:OTHER|||") == 4
    table = (results / "tables/long_edits.md").read_text(encoding="utf-8")
    assert "edits of at least 2 tokens" in table
    # One of a sentence's two edits is long, and each gets half of the effect.
    assert "| essays | Length ratio | 2 | 50.0 (2 sources) |" in table
    assert (results / "figures/long_edits.pdf").stat().st_size > 1000
    report = (results / "report.html").read_text(encoding="utf-8")
    assert "Our own" in report
    assert "50.0" in report


@pytest.mark.workflow
def test_their_options_are_checked_and_their_code_is_part_of_the_digests(study):
    metrics = {"length-ratio": {"weigth": 2}}
    printed = run(study, "--dry-run", **WRONG, metrics=metrics, fails=True)
    assert "evaluation.long_edits: unknown key 'min_token'" in printed
    assert "did you mean 'min_tokens'?" in printed
    assert "metrics.length-ratio: unknown key 'weigth'" in printed
    assert "systems.doubles.letters: found 0; it must be at least 1" in printed
    compute = study / "mine/long_edits/compute.py"
    compute.write_text(compute.read_text() + "\nCHANGED = 1\n")
    assert "evaluate_long_edits" in run(study, "--dry-run", "--", "tabulate_long_edits")
    printed = run(
        study, "--dry-run", methods={"equal": {"type": "equal_share"}}, fails=True
    )
    assert (
        "an entry point of the group gec_attribution.attribution (docs/extending.md)"
        in printed
    )
    assert "did you mean 'equal_shares'?" in printed


@pytest.fixture(scope="module")
def with_them(tmp_path_factory):
    """The project, in whose rooms the page's modules are, by the recipes of CONTRIBUTING.md."""
    folder = project.copy_project(tmp_path_factory.mktemp("project"))
    shutil.copytree(ROOT / "config", folder / "config")
    for part in ("models", "data"):
        (folder / part).symlink_to(ROOT / part)
    library = folder / "src/gec_attribution"
    experiments = folder / "src/gec_attribution/experiments"
    rooms = {
        "length_ratio.py": library / "metrics",
        "equal_shares.py": library / "attribution",
        "doubles.py": library / "systems",
        "dutch.py": library / "languages",
        "long_edits": experiments,
    }
    for name, text in MODULES.items():
        path = Path(name).relative_to("mine")
        if path.parts[0] not in rooms:
            continue
        # A module's name is the type; that of a language is its code.
        file = rooms[path.parts[0]] / str(path).replace("dutch", "nl")
        file.parent.mkdir(exist_ok=True)
        file.write_text(text, encoding="utf-8")
    catalogue = experiments / "catalogue.py"
    listed = catalogue.read_text(encoding="utf-8")
    assert listed.count("OWN = (\n") == 1
    catalogue.write_text(
        listed.replace("OWN = (\n", 'OWN = (\n    "long_edits",\n'), "utf-8"
    )
    return folder


@pytest.mark.workflow
def test_the_same_modules_in_the_rooms_of_the_project_need_no_more(with_them, tmp_path):
    (tmp_path / "essays.txt").write_text("".join(f"{source}\n" for source in SOURCES))
    run(tmp_path, "--", "tabulate_long_edits", project_folder=with_them)
    table = (tmp_path / "results/mine/tables/long_edits.md").read_text(encoding="utf-8")
    assert "| essays | Length ratio | 2 | 50.0 (2 sources) |" in table
    printed = run(tmp_path, "--dry-run", **WRONG, project_folder=with_them, fails=True)
    assert "evaluation.long_edits: unknown key 'min_token'" in printed
    assert "systems.doubles.letters: found 0; it must be at least 1" in printed
