"""Tables and figures of finished studies in pages of the documentation."""

import pandas as pd

from gec_attribution.tables.render import write_table
from tools.results import update_figures, with_tables

PAGE = (
    "# Title\n\n<!-- table: results/s/tables/t.json -->\nold\n"
    "<!-- end of the table -->\n\nAfter.\n"
)


def test_a_table_stands_between_its_comments_and_the_rest_stays(tmp_path):
    assert with_tables(PAGE, tmp_path) == PAGE
    (tmp_path / "results/s/tables").mkdir(parents=True)
    frame = pd.DataFrame({"a": ["b", "c"]}, index=["metric:x|v:1"] * 2)
    write_table(frame, tmp_path / "results/s/tables/t", "A caption.", frame)
    updated = with_tables(PAGE, tmp_path)
    assert (
        "A caption.\n\n| a | Note |\n| :-- | --: |\n| b | 1 |\n| c | 1 |\n" in updated
    )
    assert updated.startswith("# Title\n\n<!-- table")
    assert updated.endswith("<!-- end of the table -->\n\nAfter.\n")
    assert "old" not in updated
    assert with_tables(updated, tmp_path) == updated


def test_pictures_are_those_of_the_study(tmp_path):
    docs = tmp_path / "docs"
    figures = tmp_path / "results/s/figures"
    for folder in (docs, figures):
        folder.mkdir(parents=True)
    for name in ("bias", "precision.a.b", "not_shown"):
        (figures / f"{name}.png").write_text(name)
    shown = (
        "s/bias.png",
        "s/precision.a.b.png",
        "s/of_another_study.png",
        "by_hand.png",
    )
    (docs / "page.md").write_text(
        "\n".join(f"![Figure](figures/{name})" for name in shown)
    )
    update_figures(docs, tmp_path / "results")
    pictures = {
        file.name: file.read_text() for file in (docs / "figures").rglob("*.png")
    }
    assert pictures == {"bias.png": "bias", "precision.a.b.png": "precision.a.b"}
