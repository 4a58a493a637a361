"""The studies that nobody can run without the hub's models, on some lines each, to their reports."""

import json
from pathlib import Path

import pandas as pd
import project
import pytest
import yaml
from hub.checkpoints import some_models
from hub.server import MEMBER, running_hub
from project import ROOT

pytestmark = pytest.mark.hub
LEARNER_ZH = ROOT / "data" / "learner-zh"


@pytest.fixture(scope="module")
def served(repositories):
    with running_hub(repositories) as hub:
        yield hub


def study_of(name: str) -> dict:
    return yaml.safe_load((ROOT / "config" / f"{name}.yaml").read_text(encoding="utf-8"))


def run(folder: Path, hub, *arguments: object, token: str = MEMBER, **environment: str):
    """Snakemake on the study in `folder`, which asks the hub."""
    options = ["--snakefile", ROOT / "Snakefile", "--configfile", folder / "study.yaml"]
    environment = {**hub.environment(folder / "huggingface", token), **environment}
    return project.snakemake(folder, *options, *arguments, **environment)


@pytest.fixture(scope="module")
def paper(served, oracle_models, shared, tmp_path_factory):
    """What config/paper.yaml makes of some lines."""
    folder = tmp_path_factory.mktemp("paper")
    some_models(oracle_models, folder / "data" / "downloads" / "gfm-models")
    study = study_of("paper")
    for entry in study["datasets"].values():
        entry["lines"] = "1-30"
    study["datasets"]["probes"]["lines"] = "1-126"
    study["evaluation"] |= {
        "case_study": {"dataset": "jfleg-dev", "system": "t5", "line": 3},
        "efficiency": {"datasets": ["jfleg-dev"], "max_edits": 3, "sentences": 1},
        "sampling_error": {"datasets": ["jfleg-dev"], "min_edits": 3, "max_edits": 4, "sentences": 1},
        "estimators": {"datasets": ["jfleg-dev"], "min_edits": 5, "sentences": [1]},
        "resamples": 100,
    }
    (folder / "study.yaml").write_text(yaml.safe_dump(study, sort_keys=False))
    done = run(folder, served, GEC_MIRROR=str(shared / "datasets"))
    assert done.returncode == 0, done.stdout + done.stderr
    return folder / "results" / "paper"


def test_the_papers_study_comes_to_its_report(paper):
    assert (paper / "report.html").stat().st_size > 10_000
