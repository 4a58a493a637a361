"""The package's names for programs; its pages show no other."""

import ast
import json
import pydoc
import re
import runpy
from pathlib import Path

import pytest
from project import ROOT, output_of

import gec_attribution

PAGE = ROOT / "docs/library.md"
# What a class of one's own needs beside the package's own names, each from its room.
OF_ROOMS = {
    "attribution.base": {"Estimate"},
    "edits.model": {"m2_text"},
    "games.values": {"ValueTable"},
    "languages.base": {"Extractor", "Language", "Tokens"},
    "systems.base": {"System"},
    # An experiment of one's own is written against these.
    "experiments.declaration": {
        "Experiment",
        "ExperimentOptions",
        "Figure",
        "Reads",
        "Table",
    },
    "experiments.inputs": {"Inputs"},
    "figures": {"plots"},
    "tables.columns": {"Column"},
}
# The tutorial ends with the stages of the workflow, which programs reach by its files.
OF_THE_TUTORIAL = {
    "corpora.files": {"read_sources"},
    "experiments.bias.compute": {"bias"},
    "experiments.evaluation": {"Evaluation"},
    "config.places": {"PROJECT"},
}
PUBLIC = [name for name in gec_attribution.__all__ if name != "__version__"]


def examples(page: Path) -> list[str]:
    """The Python on a page or in a notebook."""
    text = page.read_text("utf-8")
    if page.suffix == ".ipynb":
        cells = json.loads(text)["cells"]
        return [
            "".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"
        ]
    return re.findall(r"^```python\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def test_help_shows_no_machinery_of_the_records_fields():
    shown = pydoc.render_doc(
        gec_attribution.ExplainedCorrection, renderer=pydoc.plaintext
    )
    assert "metric_label" in shown
    assert "lambda" not in shown
    assert "Validator" not in shown


def imported(code: str) -> set[tuple[str, str]]:
    """The names that code imports from the packages, each with the module it is from."""
    names = set()
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(
            "gec_attribution"
        ):
            module = node.module.removeprefix("gec_attribution").removeprefix(".")
            names |= {(module, alias.name) for alias in node.names}
        elif isinstance(node, ast.Import):
            names |= {
                (alias.name, "")
                for alias in node.names
                if "gec_attribution" in alias.name
            }
    return names


PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
TUTORIAL = ROOT / "docs/tutorial.ipynb"


@pytest.mark.parametrize(
    ("pages", "of_rooms"), [(PAGES, OF_ROOMS), ([TUTORIAL], OF_THE_TUTORIAL)]
)
def test_pages_show_the_public_names_and_those_that_are_listed(pages, of_rooms):
    shown = set().union(*(imported(code) for page in pages for code in examples(page)))
    assert {name for module, name in shown if not module} <= set(PUBLIC)
    listed = {(module, name) for module, names in of_rooms.items() for name in names}
    assert {(module, name) for module, name in shown if module} == listed


@pytest.mark.parametrize("name", PUBLIC)
def test_a_public_name_is_there_said_and_shown(name):
    assert getattr(gec_attribution, name).__doc__
    assert name in dir(gec_attribution)
    assert f"`{name}`" in PAGE.read_text("utf-8")
    used = {
        node.id
        for node in ast.walk(ast.parse("".join(examples(PAGE))))
        if isinstance(node, ast.Name)
    }
    assert name in used


def test_the_examples_run_one_after_the_other(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    Path("shown.py").write_text("\n".join(examples(PAGE)), "utf-8")
    names = runpy.run_path("shown.py", run_name="shown")
    printed = capsys.readouterr().out
    assert "the → " in printed
    assert "edit 8-9 (U:NOUN, '') is outside its sentence of 8 tokens" in printed
    assert [edit.phi for edit in names["explanation"].edits] == pytest.approx([0, 1, 0])
    assert [edit.phi for edit in names["alone"].edits] == [0, 1, 0]
    assert len(names["records"]) == 4


def test_importing_the_package_imports_none_of_its_rooms():
    code = "import sys, gec_attribution; print([n for n in sys.modules if 'gec_attribution.' in n])"
    assert output_of(code).strip() == "[]"
