import runpy
from pathlib import Path

import pandas as pd
import pytest
from project import script

from gec_attribution.errors import InputError
from gec_study.tables.render import write_table
from tools.documentation.results import BEGIN, END, update_page


def written(stem, rows, signatures):
    """The JSON file of a table with one column."""
    frame = pd.DataFrame({"a": rows}, index=signatures)
    write_table(frame, stem, "A caption.", frame)
    return stem.with_suffix(".json")


def test_results_stand_between_the_markers_and_the_rest_stays(tmp_path):
    begin = BEGIN.format(rule="document_all")
    page = tmp_path / "results.md"
    page.write_text(f"# Title\n\nWritten.\n\n{begin}\nold\n{END}\n\nAfter.\n")
    picture = tmp_path / "made" / "bias.png"
    picture.parent.mkdir()
    picture.write_bytes(b"\x89PNG")
    table = written(tmp_path / "made" / "case", ["b", "c"], ["metric:x|v:1", "metric:y|v:1"])
    facts = {"command": "`run`", "versions": "torch 2"}
    for _ in range(2):  # the second time changes nothing
        update_page(
            page,
            "document_all",
            facts,
            [("Bias", picture)],
            [("Case", table)],
            pictures=tmp_path / "figures",
        )
        text = page.read_text()
        assert text.startswith(f"# Title\n\nWritten.\n\n{begin}\n\n- command: `run`\n- versions")
        assert text.endswith(f"{END}\n\nAfter.\n")
    assert "old" not in text
    assert "![Bias](figures/bias.png)" in text
    assert (tmp_path / "figures" / "bias.png").read_bytes() == b"\x89PNG"
    notes = "1. `metric:x|v:1`\n2. `metric:y|v:1`"
    assert f"<details><summary>Signatures</summary>\n\n{notes}\n\n</details>" in text
    assert text.count("metric:x") == 1


def test_a_page_without_markers_is_refused_and_left_alone(tmp_path):
    page = tmp_path / "results.md"
    text = f"{BEGIN.format(rule='another')}\n{END}\n"
    page.write_text(text)
    with pytest.raises(InputError, match=r"results\.md: needs .*document_all"):
        update_page(page, "document_all", {}, [], [], pictures=tmp_path)
    assert page.read_text() == text


def test_a_long_table_is_folded_below_its_caption(tmp_path):
    begin = BEGIN.format(rule="document_all")
    page = tmp_path / "results.md"
    page.write_text(f"{begin}\n{END}\n")
    table = written(tmp_path / "long", [str(number) for number in range(50)], ["v:1"] * 50)
    update_page(
        page, "document_all", {}, [], [("Long", table), ("Again", table)], pictures=tmp_path
    )
    rows = "| a | Note |\n| --: | --: |\n" + "\n".join(f"| {n} | 1 |" for n in range(50))
    folded = f"A caption.\n\n<details><summary>50 rows</summary>\n\n{rows}\n\n</details>\n"
    assert page.read_text().count(folded) == 2
    short = written(tmp_path / "short", ["b"], ["v:1"])
    update_page(page, "document_all", {}, [], [("Short", short)], pictures=tmp_path)
    assert (
        "### Short\n\nA caption.\n\n| a | Note |\n| :-- | --: |\n| b | 1 |\n\n<details>"
        in page.read_text()
    )


def test_a_table_has_another_heading_than_the_figure_of_its_title():
    distinct = runpy.run_path(str(script("document_results")))["distinct"]
    table, figure, other_table = Path("a.json"), Path("a.png"), Path("b.json")
    titled = distinct(
        [("What was missed", table), ("Scores", other_table)], [("What was missed", figure)]
    )
    assert titled == [("What was missed: the numbers", table), ("Scores", other_table)]
