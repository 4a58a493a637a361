"""The README's examples, run as they stand."""

import re
import shlex

import pytest
import yaml
from project import ROOT

import gec_attribution.metrics
from gec_attribution import cli
from gec_attribution.attribution import load_method
from gec_attribution.metrics import load_metric
from gec_attribution.study.config import DEFAULT_CONFIG, validate_config

README = (ROOT / "README.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", README, re.DOTALL | re.MULTILINE)


def as_float(shown: str) -> float:
    return float(shown.replace("−", "-"))


def default_study() -> dict:
    return yaml.safe_load(DEFAULT_CONFIG.read_text(encoding="utf-8"))


def test_the_metric_of_the_readme_scores(tmp_path, monkeypatch):
    (module,) = (block for block in blocks("python") if "(Metric)" in block)
    (entry,) = (yaml.safe_load(block) for block in blocks("yaml") if "length_ratio" in block)
    assert len(module.splitlines()) <= 20
    (tmp_path / "length_ratio.py").write_text(module, encoding="utf-8")
    package = gec_attribution.metrics
    monkeypatch.setattr(package, "__path__", [*package.__path__, str(tmp_path)])
    study = default_study()
    study["metrics"] |= entry["metrics"]
    config = validate_config(study | {"evaluation": {}})
    metric = load_metric("length-ratio", config["metrics"]["length-ratio"])
    scores = metric.score(["a b c d", "a b c d"], ["a b c d", "a b"])
    assert scores == pytest.approx([0, -1])
    assert metric.store_signature()["weight"] == 2.0


def test_the_data_set_of_the_readme_is_a_valid_configuration():
    (entry,) = (yaml.safe_load(block) for block in blocks("yaml") if "my-system" in block)
    config = default_study() | entry
    config["explainers"], config["evaluation"] = {}, {}
    assert "essays" in validate_config(config)["datasets"]


def test_the_library_example_prints_the_attribution(capsys):
    (example,) = (block for block in blocks("python") if "Explainer" in block)
    exec(compile(example, "README.md", "exec"), {})  # noqa: S102
    printed = capsys.readouterr().out
    assert re.fullmatch(r"\[\('goes', -?[\d.]+(e-\d+)?\)\]\n", printed)


def test_the_command_of_the_readme_prints_its_table(capsys):
    command = re.search(r"^ +\S*gec-attribution (explain(?:.*\\\n)*.*)", README, re.MULTILINE)[1]
    assert cli.main(shlex.split(command.replace("\\\n", " "))) == 0
    printed = capsys.readouterr().out
    shown = re.findall(r"^ +(\S+ → \S+) +([A-Z:]+) +([+−]\d\S+) +([+−]\d\S+)", README, re.MULTILINE)
    assert len(shown) == 4
    for edit, kind, phi, share in shown:
        (row,) = (line for line in printed.splitlines() if edit in line)
        assert kind in row
        numbers = [as_float(number) for number in re.findall(r"[+−]\d\.\d+", row)]
        assert numbers == pytest.approx([as_float(phi), as_float(share)], abs=2e-3)


def test_the_shortest_method_is_where_the_readme_says():
    assert "`add.py`" in README
    assert load_method("add", {"type": "add"}, max_edits=10, above_max_edits="skip").name == "add"


@pytest.mark.parametrize("link", re.findall(r"\]\(([^)#:]+)\)", README))
def test_links_lead_somewhere(link):
    assert (ROOT / link).exists()
