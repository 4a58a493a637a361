"""Output of a run in a terminal, or in a file."""

import re

import pytest
from project import snakemake

STUDY = {
    "study": "small",
    "datasets": {"essays": {"sources": "sources.txt"}},
    "systems": {"anna": {"type": "outputs", "files": {"essays": "anna.txt"}}},
    "metrics": {"ppl": {"type": "perplexity", "model": "models/gpt2-embedded"}},
    "methods": {"shapley": {"type": "shapley"}},
}


@pytest.fixture
def run(tmp_path):
    """Run Snakemake on a small study."""
    (tmp_path / "sources.txt").write_text("He go home .\nI like it .\n")
    (tmp_path / "anna.txt").write_text("He goes home .\nI like it .\n")

    def run(*arguments: str, fails: bool = False, **systems: dict) -> str:
        study = {**STUDY, "systems": STUDY["systems"] | systems}
        return snakemake(tmp_path, *arguments, study=study, fails=fails)

    return run


@pytest.mark.workflow
def test_a_failed_run_shows_the_log_of_the_job(run, tmp_path):
    (tmp_path / "broken").mkdir()
    (tmp_path / "broken" / "config.json").write_text("{}")
    printed = run(fails=True, broken={"type": "seq2seq", "model": "broken"})
    assert re.search(r"systems\.broken: .*tokenizer", printed)


@pytest.mark.workflow
def test_a_dry_run_says_what_is_to_be_scored(run):
    asked = "results/small/essays/scores/ppl.parquet"
    not_planned = "essays: how much is to be scored is known when the coalitions are planned"
    assert not_planned in run("-n", "--", asked)
    run("--until", "plan_coalitions", "--", asked)
    # One of two sentences has an edit: it is scored with and without, the other as it is.
    printed = run("-n", "--", asked)
    assert "essays: 3 sentences to be scored by ppl\n" in printed
    run("--", asked)
    assert "to be scored" not in run("-n", "--", asked)


@pytest.mark.workflow
def test_an_error_of_the_study_is_said_once_and_alone(run):
    printed = run("-n", fails=True, missing={"type": "shout"})
    assert printed.count("systems.missing.type: unknown type 'shout'") == 1
    assert "WorkflowError" not in printed
    assert "File " not in printed
