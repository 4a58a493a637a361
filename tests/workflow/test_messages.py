"""Output of a run in a terminal, or in a file."""

import re

import pytest
import yaml
from project import ROOT, snakemake

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

    def run(*arguments: str, **systems: dict):
        config = {**STUDY, "systems": STUDY["systems"] | systems}
        study = tmp_path / "study.yaml"
        study.write_text(yaml.safe_dump(config, sort_keys=False))
        options = ["--snakefile", ROOT / "Snakefile", "--configfile", study]
        return snakemake(tmp_path, *options, *arguments)

    return run


@pytest.mark.workflow
def test_a_failed_run_shows_the_log_of_the_job(run, tmp_path):
    (tmp_path / "broken").mkdir()
    (tmp_path / "broken" / "config.json").write_text("{}")
    done = run(broken={"type": "seq2seq", "model": "broken"})
    assert done.returncode != 0
    assert re.search(r"systems\.broken: .*tokenizer", done.stderr)


@pytest.mark.workflow
def test_a_dry_run_says_what_is_to_be_scored(run):
    asked = "results/small/essays/scores/ppl.parquet"
    not_planned = "essays: how much is to be scored is known when the coalitions are planned"
    assert not_planned in str(run("-n", "--", asked))
    planned = run("--until", "plan_coalitions", "--", asked)
    assert planned.returncode == 0, planned.stderr[-4000:]
    # Of two sentences, one has an edit: it is scored with it and without, the other as it is.
    told = run("-n", "--", asked)
    assert "essays, ppl: 3 sentences to be scored\n" in told.stdout + told.stderr
    assert "in the store" not in told.stdout + told.stderr
    assert run("--", asked).returncode == 0
    assert "to be scored" not in str(run("-n", "--", asked))


@pytest.mark.workflow
def test_an_error_of_the_study_is_said_once_and_alone(run):
    done = run("-n", missing={"type": "shout"})
    assert done.returncode == 1
    printed = done.stdout + done.stderr
    assert printed.count("systems.missing.type: unknown type 'shout'") == 1
    assert "WorkflowError" not in printed
    assert "File " not in printed


@pytest.mark.workflow
def test_a_rule_with_several_figures_names_their_files(run):
    done = run("-n", "--", "plot_precision")
    assert done.returncode == 1
    assert "results/small/figures/precision.essays.ppl.pdf" in done.stderr
