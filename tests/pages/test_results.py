import pytest

from gec_attribution.errors import InputError
from gec_attribution.pages.results import BEGIN, END, update_page

TABLE = "A caption.\n\n| a |\n| :-- |\n| 1 |\n\n1. `metric:x|v:1`\n2. `metric:y|v:1`\n"


def test_results_stand_between_the_markers_and_the_rest_stays(tmp_path):
    begin = BEGIN.format(rule="document_all")
    page = tmp_path / "results.md"
    page.write_text(f"# Title\n\nWritten.\n\n{begin}\nold\n{END}\n\nAfter.\n")
    picture, table = tmp_path / "made" / "bias.png", tmp_path / "made" / "case.md"
    picture.parent.mkdir()
    picture.write_bytes(b"\x89PNG")
    table.write_text(TABLE)
    facts = {"command": "`run`", "versions": "torch 2"}
    for _ in range(2):  # the second time changes nothing
        update_page(page, "document_all", facts, [("Bias", picture)], [("Case", table)])
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
    written = f"{BEGIN.format(rule='another')}\n{END}\n"
    page.write_text(written)
    with pytest.raises(InputError, match=r"results\.md: needs .*document_all"):
        update_page(page, "document_all", {}, [], [])
    assert page.read_text() == written


def test_a_long_table_is_folded_below_its_caption(tmp_path):
    begin = BEGIN.format(rule="document_all")
    page, table = tmp_path / "results.md", tmp_path / "long.md"
    page.write_text(f"{begin}\n{END}\n")
    rows = "| a |\n| :-- |\n" + "\n".join(f"| {number} |" for number in range(50))
    table.write_text(f"A caption.\n\n{rows}\n\n1. `v:1`\n")
    update_page(page, "document_all", {}, [], [("Long", table), ("Again", table)])
    folded = f"A caption.\n\n<details><summary>50 rows</summary>\n\n{rows}\n\n</details>\n"
    assert page.read_text().count(folded) == 2
    table.write_text(TABLE)
    update_page(page, "document_all", {}, [], [("Short", table)])
    assert "### Short\n\nA caption.\n\n| a |\n| :-- |\n| 1 |\n\n<details>" in page.read_text()
