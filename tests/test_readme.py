"""The README's examples, run as they stand."""

import re
import shlex

import pytest
import yaml
from project import ROOT, snakemake

import gec_attribution.metrics
from gec_attribution import cli
from gec_attribution.config.opening import checked
from gec_attribution.config.places import DEFAULT_CONFIG
from gec_attribution.metrics import load_metric
from gec_attribution.storage.known_models import fetched_folder

README = (ROOT / "README.md").read_text(encoding="utf-8")
needs_the_model = pytest.mark.skipif(
    fetched_folder("smollm2-135m") is None,
    reason="needs the model that `make figures` fetches",
)


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", README, re.DOTALL | re.MULTILINE)


def test_the_metric_of_the_readme_scores(tmp_path, monkeypatch):
    (module,) = (block for block in blocks("python") if "(Metric)" in block)
    (entry,) = (
        yaml.safe_load(block) for block in blocks("yaml") if "length_ratio" in block
    )
    assert len(module.splitlines()) <= 20
    (tmp_path / "length_ratio.py").write_text(module, encoding="utf-8")
    package = gec_attribution.metrics
    monkeypatch.setattr(package, "__path__", [*package.__path__, str(tmp_path)])
    usual = yaml.safe_load(DEFAULT_CONFIG.read_text(encoding="utf-8"))
    study = checked(
        {**usual, "metrics": usual["metrics"] | entry["metrics"], "evaluation": {}}
    )
    metric = load_metric("length-ratio", study.metrics["length-ratio"].spec)
    scores = metric.score(["a b c d", "a b c d"], ["a b c d", "a b"])
    assert scores == pytest.approx([0, -1])
    assert metric.store_signature()["weight"] == 2.0


@pytest.mark.workflow
def test_the_study_of_the_readme_runs_word_for_word_outside_the_repository(tmp_path):
    (study,) = (block for block in blocks("yaml") if block.startswith("study:"))
    assert len(study.splitlines()) == 8
    (tmp_path / "essays.yaml").write_text(study, encoding="utf-8")
    options = ["--configfile", "essays.yaml", "--dry-run", "--quiet", "rules"]
    assert "make_report" in snakemake(tmp_path, *options)


@needs_the_model
def test_the_library_example_prints_the_attribution(capsys):
    (example,) = (block for block in blocks("python") if "Explainer" in block)
    exec(compile(example, "README.md", "exec"), {})  # noqa: S102
    printed = capsys.readouterr().out
    assert re.fullmatch(r"goes -?[\d.]+(e-\d+)?\n", printed)
    assert len(example.splitlines()) <= 6


@needs_the_model
def test_the_command_of_the_readme_prints_its_table(capsys):
    command = re.search(
        r"^ +\S*gec-attribution (explain(?:.*\\\n)*.*)", README, re.MULTILINE
    )[1]
    assert cli.main(shlex.split(command.replace("\\\n", " "))) == 0
    printed = capsys.readouterr().out
    shown = re.findall(
        r"^ +(\S+ → \S+) +([A-Z:]+) +([+−]\d\S+) +([+−]\d\S+)", README, re.MULTILINE
    )
    assert len(shown) == 3
    for edit, kind, phi, share in shown:
        (row,) = (line for line in printed.splitlines() if edit in line)
        assert kind in row
        numbers = [phi, share, *re.findall(r"[+−]\d\.\d+", row)]
        shown_phi, shown_share, *found = (
            float(each.replace("−", "-")) for each in numbers
        )
        assert found == pytest.approx([shown_phi, shown_share], abs=2e-3)


def test_the_commands_that_are_named_exist(capsys):
    guide = (ROOT / "docs" / "guide.md").read_text(encoding="utf-8")
    commands = set(
        re.findall(r"gec-attribution ([a-z][a-z-]+)\b(?=[ `])", README + guide)
    )
    assert {
        "explain",
        "correct",
        "evaluate",
        "evaluate-explanations",
        "serve",
    } <= commands
    for command in commands:
        with pytest.raises(SystemExit) as ended:
            cli.main([command, "--help"])
        assert ended.value.code == 0
        assert command in capsys.readouterr().out


@pytest.mark.workflow
@pytest.mark.parametrize(
    "command",
    re.findall(r"^ +snakemake ((?!.*essays).*?)(?: {2,}#|$)", README, re.MULTILINE),
)
def test_the_studies_of_the_readme_can_be_planned(command, tmp_path):
    options = shlex.split(command.removesuffix("--report report.html"))
    for folder in ("config", "data", "models"):
        (tmp_path / folder).symlink_to(ROOT / folder)
    before, _, targets = " ".join(options).partition(" -- ")
    planned = [*shlex.split(before), "--dry-run", "--quiet", "rules"]
    planned += ["--", targets] if targets else []
    try:
        snakemake(tmp_path, *planned, cores=None)
    except AssertionError as failed:
        # Missing parts are named: the weights of SOME, a pipeline of spaCy, a fetched model.
        printed = str(failed)
        missing = re.search(
            "have to be fetched by hand|get it by `python -m spacy", printed
        )
        fetch = re.search("gec-attribution models fetch", printed)
        if not (missing and "paper.yaml" in command) and not fetch:
            raise
