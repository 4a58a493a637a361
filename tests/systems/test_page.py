"""The examples of docs/systems.md, as they stand."""

import re

import pytest
import yaml
from project import ROOT
from written_study import changed

import gec_attribution.systems
from gec_attribution.pipeline.opening import checked
from gec_attribution.systems import load_system
from gec_attribution.systems.correction import correct_corpus

PAGE = (ROOT / "docs" / "systems.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)


def entries() -> dict:
    systems_of_blocks = [yaml.safe_load(block)["systems"] for block in blocks("yaml")]
    return {
        name: entry for systems in systems_of_blocks for name, entry in systems.items()
    }


@pytest.fixture(autouse=True)
def _capitals(tmp_path, monkeypatch):
    """The module of the page among the systems."""
    [module] = blocks("python")
    (tmp_path / "capitals.py").write_text(module, encoding="utf-8")
    package = gec_attribution.systems
    monkeypatch.setattr(package, "__path__", [*package.__path__, str(tmp_path)])


def test_the_system_of_the_page_corrects(caplog):
    system = load_system("capitals", entries()["capitals"])
    assert correct_corpus(system, ["he goes home", "go home"]) == [
        "He goes home",
        "go home",
    ]
    assert "capitals: too short to be given a capital: 1 of 2 sentences" in caplog.text


def test_the_entries_of_the_page_are_a_valid_configuration():
    datasets = {"essays": {"sources": "essays.txt"}}
    known = checked(changed(datasets=datasets, systems=entries())).systems
    types = {"outputs", "capitals", "spelling", "gector", "seq2seq", "chat"}
    assert {entry.type for entry in known.values()} == types
