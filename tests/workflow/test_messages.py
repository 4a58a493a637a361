"""What a run says in a terminal, or in the file to which its output goes."""

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
def test_a_run_says_how_far_it_is_and_little_else(run, tmp_path):
    done = run("--", "results/small/essays/scores/ppl.parquet")
    assert done.returncode == 0, done.stderr[-4000:]
    lines = done.stderr.splitlines()
    assert "6 steps to do" in lines
    assert any(re.fullmatch(r"\[..:..:..\] 0 of 6 steps \(0%\) done.*", line) for line in lines)
    assert any(re.fullmatch(r"\[..:..:..\] 6 of 6 steps \(100%\) done", line) for line in lines)
    assert not re.search("rule |Removing temporary|parquet|Host", done.stderr)
    minutes = int(re.search(r"Elapsed time: 0:(\d+):", done.stderr)[1])
    assert len(lines) <= 10 * (1 + minutes)
    (log,) = (tmp_path / ".snakemake" / "log").iterdir()
    assert "rule score_pairs:" in log.read_text()
    assert str(log) in done.stderr


@pytest.mark.workflow
def test_the_last_lines_of_a_failed_run_repeat_its_first_error(run, tmp_path):
    (tmp_path / "broken").mkdir()
    (tmp_path / "broken" / "config.json").write_text("{}")
    done = run(broken={"type": "seq2seq", "model": "broken"})
    assert done.returncode != 0
    first_error = (
        r"The first error, in correct_sentences \(essays, broken\): systems\.broken: .*tokenizer"
    )
    last_lines = [line for line in done.stderr.splitlines() if line][-5:]
    assert any(re.match(first_error, line) for line in last_lines)
    assert "RuleException" not in done.stderr


@pytest.mark.workflow
def test_a_folder_that_cannot_be_written_to_is_one_sentence(run):
    # There not even the administrator can make a file.
    done = run("--directory", "/proc")
    assert done.returncode != 0
    assert "/proc: nothing can be written in this folder" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.workflow
def test_a_run_tells_everything_where_it_is_asked_to(run):
    done = run("--verbose", "--", "results/small/essays/corpus/sources.txt")
    assert done.returncode == 0, done.stderr[-4000:]
    assert "rule prepare_sources:" in done.stderr


@pytest.mark.workflow
def test_a_dry_run_says_what_is_to_be_scored(run):
    asked = "results/small/essays/scores/ppl.parquet"
    not_planned = "essays: how much is to be scored is known when the coalitions are planned"
    assert not_planned in run("-n", "--", asked).stdout
    planned = run("--until", "plan_coalitions", "--", asked)
    assert planned.returncode == 0, planned.stderr[-4000:]
    # Of two sentences, one has an edit: it is scored with it and without, the other as it is.
    told = run("-n", "--", asked)
    assert "essays, ppl: 3 sentences to be scored\n" in told.stdout
    assert "in the store" not in told.stdout
    assert run("--", asked).returncode == 0
    assert (
        "3 sentences to be scored, 3 of them in the store"
        in run("-n", "-R", "score_pairs", "--", asked).stdout
    )
    assert "to be scored" not in run("-n", "--", asked).stdout
