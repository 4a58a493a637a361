import re

from project import ROOT, STUDY

from tools.documentation.architecture import (
    front_doors,
    layers,
    rooms,
    rooms_table,
    rule_graph,
    studies_table,
)

PAGE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")


def test_every_room_is_on_the_page():
    library = ROOT / "src" / "gec_attribution"
    assert {init.parent.name for init in library.glob("*/__init__.py")} == set(rooms())
    modules = {module.stem for module in library.glob("*.py")}
    assert modules - {"__init__"} == set(front_doors())
    assert rooms_table() in PAGE, "run `make docs`"


def test_every_module_of_studies_is_on_the_page():
    modules = {module.stem for module in STUDY.glob("*.py")} - {"__init__"}
    modules |= {init.parent.name for init in STUDY.glob("*/__init__.py")}
    assert modules == set(layers("gec_study"))
    assert studies_table() in PAGE, "run `make docs`"


def test_every_rule_of_the_default_study_is_on_the_page():
    drawn = set(re.findall(r"^    (\w+) --> \w+$|^    \w+ --> (\w+)$", PAGE, re.MULTILINE))
    drawn = {name for pair in drawn for name in pair if name}
    rules = {
        name
        for stage in ("games", "scores", "attributions")
        for name in re.findall(
            r"^rule (\w+):", (ROOT / f"workflow/rules/{stage}.smk").read_text(), re.MULTILINE
        )
    }
    # The default study has no component of a metric to derive, and no method with a tolerance.
    assert rules - {"derive_scores", "play_rounds"} <= drawn, "run `make docs`"


def test_the_graph_drops_colours_targets_and_loops():
    mermaid = (
        "flowchart TB\n\tid0[all]\n\tid1[b]\n\tid2[a]\n\tstyle id1 fill:#D95757\n"
        "\tid1 --> id0\n\tid2 --> id1\n\tid2 --> id2\n"
    )
    assert rule_graph(mermaid) == "```mermaid\nflowchart LR\n    a --> b\n```"
