"""The workflow in folders that are not its own: by `--directory`, and as a module."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pandas as pd
import project
import pytest
import yaml
from project import ROOT
from written_study import changed

SOURCES = "He go to school every days .\nI has a cat .\n"
CORRECTED = "He goes to school every day .\nI have a cat .\n"
# A label is no path, and a model of the project is found from everywhere.
STUDY = changed(
    datasets__d__sources="made/sources.txt",
    systems__s__label="models",
    metrics__ppl={
        "type": "perplexity",
        "label": "models",
        "model": "models/gpt2-embedded",
    },
)
MADE = [
    "results/small/d/attributions/ppl/shapley.parquet",
    "results/small/d/evaluation/sentences/ppl.shapley.csv",
    "results/small/tables/warnings.md",
    "results/small/tables/warnings.csv",
    "results/small/tables/warnings.tex",
]
SNAKEFILE = f"""
configfile: "config/study.yaml"

module gec:
    snakefile: "{ROOT}/Snakefile"
    config: config

use rule * from gec as gec_*

# More threads for scoring would move the last digits.
use rule plan_coalitions from gec as gec_plan_coalitions with:
    threads: 2

rule mine:
    default_target: True
    input: {MADE}
    output: "path.txt"
    shell: "echo $PYTHONPATH > {{output}}"

rule collect:
    input: "kept.txt"
    output: "made/sources.txt"
    shell: "cp {{input}} {{output}}"
"""


def snakemake(folder: Path, *arguments: object) -> str:
    path = os.pathsep.join(["/of/a/cluster/module", project.python_path()])
    return project.snakemake(folder, *arguments, PYTHONPATH=path)


def run_elsewhere(folder: Path, *arguments: object) -> str:
    """Run the study of `folder/study` in `folder/elsewhere`."""
    options = [
        "--directory",
        folder / "elsewhere",
        "--configfile",
        "study.yaml",
        *arguments,
    ]
    return snakemake(folder / "study", *options)


def made(folder: Path) -> dict[str, bytes]:
    return {name: (folder / name).read_bytes() for name in MADE}


@pytest.fixture(scope="module")
def elsewhere(tmp_path_factory) -> Path:
    """The working directory of a run whose study lies in another folder."""
    folder = tmp_path_factory.mktemp("anywhere")
    files = {
        "study/made/sources.txt": SOURCES,
        "study/s.txt": CORRECTED,
        "study/study.yaml": yaml.safe_dump(STUDY, sort_keys=False),
        "elsewhere/models/weights.json": "{}",
    }
    project.write_files(folder, files)
    run_elsewhere(folder, "--", *MADE)
    written = {path.name for path in (folder / "study").iterdir()}
    assert written <= {"cache", "s.txt", "made", "study.yaml"}
    return folder / "elsewhere"


@pytest.fixture(scope="module")
def module(tmp_path_factory) -> Path:
    """The working directory of a run in which the workflow is a module of another."""
    folder = tmp_path_factory.mktemp("module")
    files = {
        "config/study.yaml": yaml.safe_dump(STUDY, sort_keys=False),
        "s.txt": CORRECTED,
        "kept.txt": SOURCES,
        "Snakefile": SNAKEFILE,
    }
    project.write_files(folder, files)
    snakemake(folder)
    # The file that a rule of the other workflow made triggers no job either.
    assert "Nothing to be done" in snakemake(folder, "--dry-run")
    return folder


@pytest.mark.workflow
def test_a_workflow_from_git_takes_the_installed_package_and_other_threads(tmp_path):
    repository, folder = tmp_path / "repository", tmp_path / "mine"
    project.copy_project(repository)
    # The package is that of this environment.
    shutil.rmtree(repository / "src")
    git = [
        "git",
        "-C",
        repository,
        "-c",
        "user.name=A",
        "-c",
        "user.email=a@example.org",
    ]
    for command in (
        ["init", "-q", "-b", "main"],
        ["add", "."],
        ["commit", "-q", "-m", "All"],
        ["tag", "v1"],
    ):
        subprocess.run([*git, *command], check=True)
    folder.mkdir()
    project.write_edits(
        folder, ["a b c"], [["A 0 1|||R:OTHER|||x", "A 2 3|||R:OTHER|||y"]]
    )
    study = changed(
        systems__s__files={"d": "s.m2"}, metrics={"overlap": {"type": "token_overlap"}}
    )
    (folder / "study.yaml").write_text(yaml.safe_dump({"gec": study}))
    (folder / "Snakefile").write_text("""
configfile: "study.yaml"

module gec:
    snakefile: github("somebody/gec-attribution", path="workflow/Snakefile", tag="v1")
    config: config["gec"]

use rule * from gec as gec_*

use rule score_pairs from gec as gec_score_pairs with:
    threads: 2
""")
    # git takes the copy in place of what is on the hub.
    hub = {
        "GIT_CONFIG_COUNT": "1",
        "GIT_CONFIG_KEY_0": f"url.file://{repository}.insteadOf",
        "GIT_CONFIG_VALUE_0": "https://github.com/somebody/gec-attribution",
    }
    table = "results/small/d/attributions/overlap/shapley.parquet"
    printed = project.snakemake(
        folder, "--", table, PYTHONPATH=project.python_path(), **hub
    )
    assert re.search(r"rule gec_score_pairs:(?:\n    .*)*\n    threads: 2", printed)
    assert len(pd.read_parquet(folder / table)) == 2
    again = project.snakemake(
        folder, "-n", "--", table, PYTHONPATH=project.python_path(), **hub
    )
    assert "Nothing to be done" in again


@pytest.mark.workflow
def test_results_are_the_same_in_every_folder_and_name_none(elsewhere, module):
    assert made(elsewhere) == made(module)
    for name, content in made(elsewhere).items():
        for place in (ROOT, elsewhere, module):
            assert str(place).encode() not in content, name


@pytest.mark.workflow
def test_scripts_find_their_library_before_what_a_cluster_offers(module):
    paths = (module / "path.txt").read_text().strip().split(os.pathsep)
    assert paths == [str(ROOT / "src"), "/of/a/cluster/module"]


@pytest.mark.workflow
def test_the_files_of_models_are_inputs_and_a_folder_that_a_label_names_is_not(
    elsewhere,
):
    printed = run_elsewhere(elsewhere.parent, "--dry-run", "--forceall", "--", MADE[0])
    (inputs,) = re.findall(
        r"^rule score_pairs:\n    input: (.*)$", printed, re.MULTILINE
    )
    assert f"{ROOT}/models/gpt2-embedded/model.safetensors" in inputs
    assert "models/weights.json" not in printed
    # Only a profile asks for a GPU.
    assert "gpu=" not in printed


@pytest.mark.workflow
def test_keys_on_the_command_line_are_enough_for_the_default_study(tmp_path):
    # Its language model would have to be fetched.
    keys = ["study=mine", "metrics={ppl: {model: models/gpt2-embedded}}"]
    # Numbers and truth values below a key are no texts.
    keys += ["scoring={shards: 2}", "methods={add: {rescale: false}}"]
    printed = snakemake(tmp_path, "--dry-run", "--config", *keys, "--", "all")
    assert "results/mine/figures/consistency.svg" in printed
    assert "2-of-2.stored" in printed


@pytest.mark.workflow
def test_a_repository_runs_its_own_library_beside_another_copy(tmp_path):
    copy = project.copy_project(tmp_path / "copy")
    types = copy / "src/gec_attribution/metrics"
    shutil.copy(types / "token_overlap.py", types / "only_here.py")
    project.write_edits(tmp_path, ["a b"], [["A 0 1|||R:OTHER|||x"]])
    study = changed(
        systems__s__files={"d": "s.m2"}, metrics={"overlap": {"type": "only_here"}}
    )
    scores = "results/small/d/scores/overlap.parquet"
    other = {"PYTHONPATH": project.python_path()}
    project.snakemake(tmp_path, "--", scores, study=study, code=copy, **other)


@pytest.mark.workflow
def test_without_the_package_it_is_said_how_to_get_it(tmp_path):
    missing = 'raise ModuleNotFoundError("No module", name="scipy")\n'
    (tmp_path / "scipy.py").write_text(missing)
    printed = project.snakemake(
        tmp_path, "--dry-run", fails=True, PYTHONPATH=str(tmp_path)
    )
    assert "scipy" in printed
    assert "pip install ." in printed
    assert "Traceback" not in printed
