"""A branch of a model of the hub may move: what was made with it is then made again."""

import re

import project
import pytest
import yaml
from hub.server import Fault, Repository
from project import ROOT

from gec_attribution.networks.branches import commits
from gec_attribution.networks.hub import model_folder
from gec_attribution.networks.snapshots import HubModel
from gec_study import targets
from gec_study.opening import open_study

MODEL = "openai-community/gpt2"
WANTED = "results/branch/d/scores/ppl.parquet"
STUDY = {
    "study": "branch",
    "datasets": {"d": {"sources": "sources.txt"}},
    "systems": {"fluent": {"type": "outputs", "files": {"d": "fluent.txt"}}},
    "metrics": {"ppl": {"type": "perplexity", "model": MODEL, "revision": "main"}},
    "methods": {"shapley": {"type": "shapley"}},
}
NAMED = HubModel("metrics.ppl.model", MODEL, "main")


@pytest.fixture
def study(tmp_path):
    """The folder of a study of two sentences, whose metric is a branch of a model."""
    for name in ("sources", "fluent"):
        lines = (ROOT / f"data/learner/{name}.txt").read_text(encoding="utf-8").splitlines()
        (tmp_path / f"{name}.txt").write_text("".join(f"{line}\n" for line in lines[:2]))
    (tmp_path / "study.yaml").write_text(yaml.safe_dump(STUDY, sort_keys=False))
    return tmp_path


def moved(hub):
    """The commit of the branch after it was moved."""
    files = {**hub.repositories[MODEL].files, "generation_config.json": b'{"do_sample": true}'}
    hub.repositories[MODEL] = Repository(files)
    return hub.repositories[MODEL].commit


def test_a_branch_is_what_the_hub_says_or_what_it_last_was(hub):
    before = hub.repositories[MODEL].commit
    assert commits([NAMED], ask=False) == ({}, [])
    assert commits([NAMED, NAMED], ask=True) == ({(MODEL, "main"): before}, [])
    after = moved(hub)
    assert commits([NAMED], ask=False) == ({(MODEL, "main"): before}, [])
    now, (line,) = commits([NAMED], ask=True)
    assert now == {(MODEL, "main"): after}
    assert line.startswith(f"{MODEL}: its revision main has moved, from {before} to {after}: ")
    hub.faults.append(Fault("api/models", status=500))
    assert commits([NAMED], ask=True) == (now, [])
    assert commits([NAMED._replace(revision=after)], ask=True) == ({}, [])


def test_a_study_says_that_a_branch_has_moved_and_its_report_which_commit_it_is(hub, study):
    commit = hub.repositories[MODEL].commit
    opened = open_study(STUDY, [study / "study.yaml"], within=study)
    assert opened.study.config["metrics"]["ppl"]["revision"] == commit
    assert "moved" not in "".join(opened.remarks)
    facts = targets.report_facts(opened.study, opened.hub_models, opened.commits)
    assert facts["Models of the hub"] == f"{MODEL} at main, which was {commit}"
    model_folder(MODEL, "main")
    after = moved(hub)
    opened = open_study(STUDY, [study / "study.yaml"], within=study)
    assert opened.study.config["metrics"]["ppl"]["revision"] == after
    (line,) = [line for line in opened.remarks if "moved" in line]
    assert line.startswith(f"{MODEL}: its revision main has moved, from {commit} to {after}: ")
    # A job does not ask.
    asked = len(hub.requests)
    job = open_study(STUDY, [study / "study.yaml"], within=study, look=False)
    assert job.study.config["metrics"]["ppl"]["revision"] == "main"
    facts = targets.report_facts(job.study, job.hub_models, job.commits)
    assert facts["Models of the hub"] == f"{MODEL} at main, which was {after}"
    assert len(hub.requests) == asked


@pytest.mark.hub
def test_what_was_made_with_a_branch_is_made_again_when_it_has_moved(hub, study):
    def run(*arguments, **offline):
        options = ["--configfile", study / "study.yaml", "--snakefile", ROOT / "Snakefile"]
        environment = {**hub.environment(study / "huggingface"), **offline}
        done = project.snakemake(study, *options, WANTED, *arguments, **environment)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout + done.stderr

    printed = run()
    assert "has moved" not in printed
    assert "Nothing to be done" in run("--dry-run")
    assert "Nothing to be done" in run("--dry-run", HF_HUB_OFFLINE="1")
    moved(hub)
    printed = run("--dry-run")
    assert f"{MODEL}: its revision main has moved" in printed
    assert re.search(r"^score_pairs +\d+$", printed, re.MULTILINE)
    run()
    printed = run("--dry-run")
    assert "Nothing to be done" in printed
    assert "has moved" not in printed
