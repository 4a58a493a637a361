"""Output of a run in a terminal, or in a file."""

import re

import pytest
from project import snakemake
from written_study import changed


@pytest.fixture
def run(tmp_path):
    """Run Snakemake on a small study."""
    (tmp_path / "d.txt").write_text("He go home .\nI like it .\n")
    (tmp_path / "s.txt").write_text("He goes home .\nI like it .\n")

    def run(*arguments: str, fails: bool = False, **keys: dict) -> str:
        study = changed(metrics__ppl__model="models/gpt2-embedded", **keys)
        return snakemake(tmp_path, *arguments, study=study, fails=fails)

    return run


@pytest.mark.workflow
def test_a_failed_run_shows_the_log_of_the_job(run, tmp_path):
    (tmp_path / "broken").mkdir()
    (tmp_path / "broken" / "config.json").write_text("{}")
    printed = run(fails=True, systems__broken={"type": "seq2seq", "model": "broken"})
    assert re.search(r"systems\.broken: .*tokenizer", printed)


@pytest.mark.workflow
def test_a_dry_run_says_what_is_to_be_scored(run, tmp_path):
    asked = "results/small/d/scores/ppl.parquet"
    not_planned = "d: how much is to be scored is known when the coalitions are planned"
    assert not_planned in run("-n", "--", asked)
    run("--until", "plan_coalitions", "--", asked)
    # One of two sentences has an edit: it is scored with and without, the other as it is.
    printed = run("-n", "--", asked)
    assert "d: up to 3 sentences, unless stored, to be scored by ppl\n" in printed
    run("--", asked)
    assert "to be scored" not in run("-n", "--", asked)
    # Scores of the former correction are there; the plan is of another one.
    (tmp_path / "s.txt").write_text("He went to home .\nI like it .\n")
    assert not_planned in run("-n", "--", asked)
    run("--until", "plan_coalitions", "--", asked)
    assert "d: up to 3 sentences, unless stored, to be scored by ppl\n" in run(
        "-n", "--", asked
    )
    # The plan is of other coalitions, and has not every system.
    assert not_planned in run("-n", "--", asked, coalitions__exact_up_to=2)
    other = {"type": "outputs", "files": {"d": "s.txt"}}
    assert not_planned in run("-n", "--", asked, systems__other=other)


@pytest.mark.workflow
@pytest.mark.parametrize(
    ("keys", "line"),
    [
        (
            {"systems__missing": {"type": "shout"}},
            "systems.missing.type: unknown type 'shout'",
        ),
        (
            {"datasets__d__lines": "1-9"},
            "d.txt: has 2 sentences; lines 1-9 are asked for",
        ),
    ],
    ids=["key", "file"],
)
def test_an_error_of_the_study_is_said_once_and_alone(run, tmp_path, keys, line):
    printed = run(fails=True, **keys)
    assert printed.count(line) == 1
    assert "WorkflowError" not in printed
    assert "File " not in printed
    assert not (tmp_path / "results").exists()
