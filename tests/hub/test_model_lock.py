"""A model without a revision has the commit of the first run, until its user asks for today's."""

import json
import os
import subprocess
import sys

import pytest
import yaml
from hub.checkpoints import COMMIT, folder_of
from hub.http_hub import Hub
from project import python_path, snakemake, write_files
from serving import serving

pytestmark = pytest.mark.hub
MODEL, LATER = "gpt2/bare", "f" * 40
# A checkpoint of GECToR, and the encoder that its config.json names.
TAGGER, ENCODER = "gector/tagger", "gector/encoder"
LOCK = "results/locked/models.lock.yaml"
SCORES = "results/locked/d/attributions/ppl/shapley.parquet"
STUDY = {
    "study": "locked",
    "datasets": {"d": {"sources": "sources.txt"}},
    "systems": {"s": {"type": "outputs", "files": {"d": "corrected.txt"}}},
    "metrics": {"ppl": {"type": "perplexity", "model": MODEL, "undefined": "zero"}},
    "methods": {"shapley": {"type": "shapley"}},
}


@pytest.fixture
def hub(cache, tmp_path, monkeypatch):
    """A hub that this test's processes ask, with a cache of their own.

    A model's files have the same content at every commit.
    """
    models = {model: folder_of(cache, model) for model in (MODEL, TAGGER, ENCODER)}
    with serving(Hub(models, COMMIT)) as hub:
        monkeypatch.setenv("HF_ENDPOINT", hub.address)
        monkeypatch.setenv("HF_HOME", str(tmp_path / "hub"))
        monkeypatch.delenv("HF_HUB_OFFLINE", raising=False)
        yield hub


@pytest.fixture
def folder(tmp_path):
    """The folder of a study that names no commit."""
    files = {
        "study.yaml": yaml.safe_dump(STUDY),
        "sources.txt": "he go home .\nshe like it .\n",
        "corrected.txt": "he goes home .\nshe likes it .\n",
    }
    write_files(tmp_path / "work", files)
    return tmp_path / "work"


def run(folder, **options):
    chosen = ["--configfile", "study.yaml", "--", SCORES]
    return snakemake(folder, *chosen, HF_HUB_OFFLINE="0", **options)


def command(folder, *arguments, fails=False):
    environment = {**os.environ, "PYTHONPATH": python_path()}
    called = [sys.executable, "-m", "gec_attribution", *arguments]
    done = subprocess.run(
        called, cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    assert bool(done.returncode) == fails, done.stderr
    return done.stderr if fails else done.stdout


def explained(folder):
    pair = ["--source", "he go home .", "--hypothesis", "he goes home ."]
    return json.loads(
        command(folder, "explain", "--config", "study.yaml", *pair, "--json")
    )


def test_a_run_keeps_the_commit_until_update_is_asked_for(folder, hub):
    first = run(folder)
    assert "score_" in first
    assert yaml.safe_load((folder / LOCK).read_text()) == {MODEL: COMMIT}

    hub.main = LATER
    again = run(folder)
    assert "Nothing to be done" in again
    assert f"revision:{COMMIT}" in explained(folder)["signature"]

    printed = command(folder, "models", "update", "--config", "study.yaml")
    assert printed == f"{MODEL}: {COMMIT} → {LATER}\n"
    after = run(folder)
    assert "score_" in after
    assert f"revision:{LATER}" in explained(folder)["signature"]


def test_the_encoder_that_a_checkpoint_names_has_its_commit_from_the_first_run(
    folder, hub
):
    tagging = {**STUDY, "systems": {"g": {"type": "gector", "model": TAGGER}}}
    (folder / "study.yaml").write_text(yaml.safe_dump(tagging))
    wanted = ["--configfile", "study.yaml", "--", "results/locked/d/systems/g.txt"]
    assert "correct" in snakemake(folder, "--dry-run", *wanted, HF_HUB_OFFLINE="0")
    assert not (folder / LOCK).exists()

    snakemake(folder, *wanted, HF_HUB_OFFLINE="0")
    kept = {MODEL: COMMIT, TAGGER: COMMIT, ENCODER: COMMIT}
    assert yaml.safe_load((folder / LOCK).read_text()) == kept

    hub.main = LATER
    assert "Nothing to be done" in snakemake(folder, *wanted, HF_HUB_OFFLINE="0")
    corrected = command(
        folder, "correct", "--config", "study.yaml", "--system", "g", "sources.txt"
    )
    assert corrected == (folder / "results/locked/d/systems/g.txt").read_text()


@pytest.mark.usefixtures("hub")
def test_without_results_a_sentence_is_explained_by_the_commit_of_today(folder):
    assert f"revision:{COMMIT}" in explained(folder)["signature"]
    assert not (folder / "results").exists()
    missing = command(folder, "models", "update", "--config", "study.yaml", fails=True)
    assert f"{LOCK}: there is no such file" in missing


def test_a_model_that_the_hub_does_not_have_is_refused_with_its_answer(folder, hub):
    hub.models.clear()
    printed = run(folder, fails=True)
    assert "metrics.ppl.model: there is no gpt2/bare in any of" in printed
    assert "write a commit as revision" in printed
    assert not (folder / LOCK).exists()
