"""The profiles, where neither a cluster nor a GPU is needed to try them."""

import re
from pathlib import Path

import pytest
from project import ROOT, snakemake

from gec_attribution.experiments.catalogue import OWN, experiments
from gec_attribution.pipeline.opening import load_study
from gec_attribution.storage.yaml_files import read_yaml

# The default study without the model that is fetched.
OFFLINE = ["--configfile", ROOT / "config/config.yaml", ROOT / "config/offline.yaml"]
# The rules of the default study that run a model.
MODELS = {
    "correct_sentences",
    "score_pairs",
    "compare_estimators",
    "measure_efficiency",
}
RULE = re.compile(r"^ *(?:use )?rule (?:\w+ as )?(\w+)(?: with)?:", re.MULTILINE)


def profile(name: str) -> dict:
    """A profile, which says no key twice."""
    return read_yaml(ROOT / "profiles" / name / "config.yaml")


def written_rules() -> set[str]:
    """The rules that the workflow's files write out."""
    written = (
        file.read_text(encoding="utf-8") for file in ROOT.glob("workflow/rules/*.smk")
    )
    return {rule for text in written for rule in RULE.findall(text)}


def rules_of(names: list[str]) -> set[str]:
    """The rules that are made from the declarations of experiments."""
    rules = set()
    for experiment in map(experiments().get, names):
        rules |= {experiment.name, *([experiment.rule] if experiment.computed else [])}
        rules |= {shown.rule for shown in experiment.shown()}
    return rules


def test_profiles_name_rules_of_the_workflow():
    slurm = profile("slurm")
    assert set(slurm["set-resources"]) | set(
        slurm["groups"]
    ) <= written_rules() | rules_of(OWN)


def test_the_default_profile_says_what_the_others_say():
    # It is read beside a profile that is named by `--profile`, and its lines win.
    for key, value in profile("default").items():
        assert profile("gpu")[key] == value
        if key != "quiet":
            assert profile("slurm")[key] == value


def test_failed_jobs_on_slurm_are_named():
    # Snakemake names no failed rule where rules are quiet; a local job prints its own error.
    assert profile("slurm")["quiet"] == "host"


@pytest.mark.workflow
def test_the_workflow_has_the_rules_that_are_written_and_those_of_declarations(
    default_study,
):
    printed = snakemake(default_study, *OFFLINE, "--list-rules")
    study = load_study(ROOT / "config/config.yaml")
    made = [name for name in OWN if study.has(experiments()[name])]
    # All files of a figure that has one for each metric.
    every_file = {"all", "default", "plot_precision_of_metric"}
    listed = re.findall(r"^(\w+)(?: \(.+\))?$", printed, re.MULTILINE)
    assert set(listed) == written_rules() | rules_of(made) | every_file


@pytest.mark.workflow
def test_every_target_says_what_it_makes(default_study):
    listed = snakemake(
        default_study, *OFFLINE, "--list-target-rules", cores=None
    ).splitlines()
    targets = [line for line in listed if re.match(r"\w+( \(|$)", line)]
    assert "plot_bias (figure)" in targets
    assert "bias (figures and tables of the experiment)" in targets
    assert [target for target in targets if "(" not in target] == []


@pytest.mark.workflow
@pytest.mark.parametrize("option", ["--lint", "--rulegraph", "--summary"])
def test_snakemake_describes_the_default_study(default_study, option):
    assert snakemake(default_study, *OFFLINE, option, cores=None)


@pytest.fixture
def default_study(tmp_path) -> Path:
    """A folder without results in which the default study can be planned."""
    for folder in ("config", "data", "models"):
        (tmp_path / folder).symlink_to(ROOT / folder)
    return tmp_path


@pytest.mark.workflow
def test_the_default_study_is_a_few_submissions(default_study):
    options = [*OFFLINE, "--dry-run", "--profile", ROOT / "profiles/slurm"]
    printed = snakemake(default_study, *options, cores=None, TMPDIR=str(default_study))
    rules = re.findall(r"^ *rule (\w+):", printed, re.MULTILINE)
    alone = re.findall(r"^rule (\w+):", printed, re.MULTILINE)
    groups = re.findall(r"Group job (\w+) ", printed)
    assert len(rules) > 70
    assert sorted(set(groups)) == ["corpus", "edits", "evaluation", "figures"]
    assert set(alone) == {"default", *MODELS}
    assert on_gpus(printed) == MODELS
    assert len(groups) + len(alone) < 50


@pytest.mark.workflow
def test_a_job_that_runs_a_model_asks_for_a_gpu(default_study):
    options = [
        *OFFLINE,
        "--dry-run",
        "--profile",
        ROOT / "profiles/gpu",
        "--quiet",
        "host",
    ]
    assert on_gpus(snakemake(default_study, *options, cores=None)) == MODELS


def on_gpus(printed: str) -> set[str]:
    """The rules whose jobs ask for a GPU."""
    needs = re.findall(r"^ *rule (\w+):.*?gpu=(\d)", printed, re.MULTILINE | re.DOTALL)
    return {rule for rule, gpus in needs if gpus == "1"}
