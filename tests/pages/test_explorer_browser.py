"""The explorer in a real browser: what a reader clicks, types and sees."""

import csv
import io
import itertools
import json
import re

import explored_study
import numpy as np
import pandas as pd
import pytest
from browsing import (
    assert_narrow_screen_is_enough,
    assert_no_barrier,
    browsing,
    downloaded,
    numbers,
    press,
)
from jsonschema import Draft202012Validator
from playwright.sync_api import expect

from gec_attribution.attribution.collection import Records
from gec_attribution.attribution.records import record_schema

pytestmark = pytest.mark.browser

ENGLISH = explored_study.ENGLISH


@pytest.fixture(scope="module")
def study(tmp_path_factory):
    """The folder of a small study's explorer, and the tables it was made from."""
    return explored_study.write_small(tmp_path_factory.mktemp("explorer"))


def index_of(folder):
    return f"{folder.as_uri()}/index.html"


@pytest.fixture
def open_view(study, chromium):
    """Opens a view of the study, or of another one (`home`)."""
    with browsing(chromium, index_of(study[0])) as open_:
        yield open_


def titles(page):
    return page.locator(".corrections .head a").all_inner_texts()


def attributions(study, metric, method="shapley"):
    tables = [explored_study.attributions(files, metric, method) for files in study[1]]
    return pd.concat(tables, ignore_index=True)


def test_the_order_by_disagreement_is_that_of_ranks_of_phi(open_view, study):
    page = open_view("#/sentences?sort=metrics&against=ppl")
    strengths = []
    for metric in ("some", "ppl"):
        phi = attributions(study, metric)["phi"].to_numpy()
        smaller = (np.abs(phi)[None, :] < np.abs(phi)[:, None] * (1 - 1e-6)).sum(axis=1)
        strengths.append(np.sign(phi) * smaller / (len(phi) - 1))
    table = attributions(study, "some").assign(key=np.abs(strengths[0] - strengths[1]))
    expected = table.groupby(["dataset", "line", "system"])["key"].max()
    expected = expected.sort_values(ascending=False).tolist()
    shown = page.locator(".reason").all_inner_texts()
    assert "∅ → enemy (M:DET)" in shown[0]
    disagreements = [
        float(text.removeprefix("disagreement ").split(":")[0]) for text in shown
    ]
    assert disagreements == pytest.approx(expected, abs=0.006)


def test_filters_leave_the_sentences_with_an_edit_that_fulfils_all(open_view, study):
    page = open_view("#/sentences")
    table = attributions(study, "some")
    assert len(titles(page)) == len(
        table[["dataset", "system", "line"]].drop_duplicates()
    )
    page.get_by_label("Error type").select_option(value="NOUN:NUM")
    page.get_by_label("φ of SOME").select_option(value="raises")
    page.get_by_label("References").select_option(value="out")
    page.get_by_label("Text of source").fill("CORRECTION NOWHERE")
    expect(page.locator(".corrections li")).to_have_count(0)
    assert "No sentence matches all filters" in page.locator("#found").inner_text()
    page.get_by_label("Text of source").fill("")
    page.wait_for_selector(".corrections li")
    # The reference has none of the edits of this type.
    kept = table[(table["type"] == "R:NOUN:NUM") & (table["phi"] > 0)]
    assert (
        len(titles(page))
        == len(kept[["dataset", "system", "line"]].drop_duplicates())
        > 0
    )
    assert page.locator(".edit.found").count() == len(kept)
    address = page.evaluate("location.hash")
    assert "type=NOUN%3ANUM" in address
    assert titles(open_view(address)) == titles(page)
    page.get_by_role("link", name="Clear the filters").click()
    expect(page).to_have_url(re.compile("#/sentences$"))


def test_edits_are_switched_off_and_on_with_their_scores(open_view):
    page = open_view("#/sentence/essays/1/bold")
    score = page.locator("#coalition tbody tr", has_text="SOME").locator("td").nth(1)
    text = page.locator("#coalition .sentence")

    def expected(sentence):
        return [
            float(
                page.evaluate(
                    "x => x.toFixed(2)", explored_study.value("some", sentence)
                )
            )
        ]

    assert text.inner_text() == "He goes to school every day ."
    page.get_by_role("button", name="every days every day").click()
    assert text.inner_text() == "He goes to school every days ."
    assert numbers(score) == expected(text.inner_text())
    assert page.evaluate("location.hash") == "#/sentence/essays/1/bold?on=1"
    again = open_view("#/sentence/essays/1/bold?on=1").locator("#coalition .sentence")
    assert again.inner_text() == text.inner_text()
    press(page, "All off")
    assert text.inner_text() == ENGLISH[0][0]
    assert numbers(score) == expected(ENGLISH[0][0])


def test_combinations_that_nobody_scored_say_so(open_view):
    page = open_view("#/sentence/essays/6/shy?on=42")
    assert "not scored" in page.locator("#coalition table").inner_text()
    press(page, "All on")
    assert "not scored" not in page.locator("#coalition table").inner_text()
    assert "±" in page.locator(".contributions").inner_text()


def test_a_sentence_shows_all_metrics_methods_references_and_systems(open_view, study):
    page = open_view("#/sentence/essays/4/bold")
    page.wait_for_selector(".contributions")
    shown = numbers(page.locator(".contributions tbody tr").nth(0).locator("td.phi"))
    ways = itertools.product(("some", "ppl"), ("shapley", "add"))
    tables = [
        attributions(study, *way).query("line == 4 and system == 'bold'")
        for way in ways
    ]
    assert shown == pytest.approx([table["phi"].iloc[0] for table in tables], abs=0.06)
    assert (
        page.locator("section", has_text="References").locator(".shared").count() == 2
    )
    others = page.locator("section", has_text="Other systems").get_by_role("link")
    assert others.all_inner_texts() == ["Shy"]
    page = open_view("#/sentence/essays/6/bold")
    page.wait_for_selector(".contributions")
    arcs = page.locator(".arcs .arc")
    (record, *_) = Records.read(study[1][0].records["some"]).where(
        line=6, system="bold"
    )
    sizes = [abs(pair.shapley) for pair in record.interactions]
    assert arcs.count() == sum(size >= max(sizes) / 50 for size in sizes) > 0
    page.get_by_text("The numbers").click()
    assert (
        page.locator("section", has_text="depend on each other")
        .locator("tbody tr")
        .count()
        == 3
    )


def test_the_list_downloads_as_csv_with_a_row_for_each_edit(open_view, study):
    page = open_view("#/sentences?type=DET")
    text, name = downloaded(page, "Download CSV")
    assert name == "small.csv"
    rows = pd.read_csv(io.StringIO(text), dtype=str, keep_default_na=False)
    table = attributions(study, "ppl")
    keys = ["dataset", "system", "line"]
    listed = table[table["type"].str.endswith("DET")][keys].drop_duplicates()
    expected = table.merge(listed, on=keys)
    expected = expected.sort_values(
        ["dataset", "line", "system", "edit"], ignore_index=True
    )
    assert list(map(float, rows["ppl.shapley.phi"])) == expected["phi"].tolist()
    for column in ("type", "original"):
        assert rows[column].tolist() == expected[column].tolist()
    fulfil = rows["type"].str.endswith("DET")
    assert (rows["fulfils_filters"] == "1").equals(fulfil)


FORMULAS = ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1"]
TEXTS = ["a - b", "1", 'say "no", then', "a\rb", "a\nb"]


def test_no_text_is_a_formula_of_a_spreadsheet_and_numbers_stay_numbers(open_view):
    values = [*FORMULAS, *TEXTS, -1, -0.25]
    cells = open_view("#/help").evaluate("values => values.map(download.cell)", values)
    (row,) = csv.reader(io.StringIO(",".join(cells), newline=""))
    assert row == [*(f"'{text}" for text in FORMULAS), *TEXTS, "-1", "-0.25"]


def test_the_list_downloads_as_records_of_the_schema(open_view, study):
    page = open_view("#/sentences?metric=ppl")
    records = json.loads(downloaded(page, "Download JSON")[0])
    validator = Draft202012Validator(record_schema())
    for record in records:
        validator.validate(record)
    expected = []
    for files in study[1]:
        listed = Records.read(files.records["ppl"]).where(method="shapley")
        expected += [record.to_dict() for record in listed if record.edits]
    assert records == expected


def test_everything_is_reached_by_keyboard(open_view):
    page = open_view("#/sentences")
    page.locator("#main").focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    assert page.evaluate("document.activeElement.textContent") == titles(page)[1]
    second_title, third_title = titles(page)[1:3]
    page.keyboard.press("Enter")
    page.wait_for_selector("h1:focus")
    assert page.locator("h1").inner_text() == second_title
    page.keyboard.press("ArrowRight")
    expect(page.locator("h1")).to_have_text(third_title)
    page.keyboard.press("Escape")
    page.wait_for_selector(".corrections")
    # The list opens where the reader was.
    assert page.evaluate("document.activeElement.textContent") == third_title


def test_explanations_in_words_stand_beside_their_edits(open_view):
    page = open_view("#/sentence/zuowen/1/bold")
    words = page.get_by_role("region", name="Each edit in words")
    headings = words.locator("thead th").all_inner_texts()
    assert headings == ["Edit", "The teacher", "The model, run 1", "The model, run 2"]
    assert words.locator("tbody th").inner_text() == "门 们"
    cells = words.locator("tbody td").all_inner_texts()
    explanation = explored_study.SAID
    assert explanation.description in cells[0]
    assert f"{explanation.type}, severity {explanation.severity} of 5" in cells[0]
    assert cells[1] == cells[2] != cells[0]
    shy = open_view("#/sentence/zuowen/1/shy")
    assert shy.get_by_role("region", name="Each edit in words").count() == 0


def test_what_people_said_of_edits_is_shown_and_filtered_by(open_view):
    page = open_view("#/sentences?people=invalid")
    assert titles(page) == ["Judged, sentence 1, Bold"]
    assert page.locator(".edit.found").inner_text().startswith("a")
    page.locator(".corrections .head a").click()
    page.wait_for_selector(".contributions")
    cells = page.locator(".contributions tbody tr td:nth-child(3)").all_inner_texts()
    assert cells == ["valid", "invalid"]


def test_a_hostile_sentence_stays_text(open_view):
    for address in ("#/sentences?q=script", "#/sentence/essays/5/bold?q=%3Cscript%3E"):
        page = open_view(address)
        assert explored_study.HOSTILE.split()[2] in page.locator("main").inner_text()
        assert "<b>bold</b>" in page.locator("main").inner_text()
        assert page.evaluate("window.hacked") is None
        assert page.locator("main script, main img, main b").count() == 0


def test_each_script_is_written_in_its_own_way(open_view):
    page = open_view("#/sentence/zuowen/1/shy")
    assert page.locator("#coalition .sentence").inner_text() == "我们要去学校"
    assert page.locator("#coalition .sentence").get_attribute("lang") == "zh"
    page = open_view("#/sentence/essays/6/bold")
    sentence = page.locator("main > .sentence")
    assert sentence.evaluate("each => getComputedStyle(each).direction") == "rtl"
    first, last = (sentence.locator(".edit").nth(k).bounding_box()["x"] for k in (0, 2))
    assert first > last


def test_an_address_that_is_not_one_of_the_study_says_so(open_view):
    page = open_view("#/sentence/essays/99/bold")
    assert page.locator("h1").inner_text() == "There is no such sentence"
    page = open_view("#/sentences?sort=nonsense&metric=nobody&min=-3&on=x")
    assert len(titles(page)) > 5


def test_errors_that_nobody_corrected_are_found(open_view):
    page = open_view("#/sentences?errors=nobody&type=VERB%3ASVA")
    # Once for both systems; the errors of other sentences were corrected, maybe otherwise.
    assert titles(page) == ["Essays, sentence 7"]
    shown = page.locator(".corrections .sentence").inner_text()
    assert shown == "I do n't knows know R:VERB:SVA it ."
    assert "1 sentence, 1 error." in page.locator("#found").inner_text()
    assert titles(open_view("#/sentences?errors=nobody&type=DET")) == []
    page.get_by_label("Errors").select_option("any")
    expect(page.locator(".corrections li")).to_have_count(3)
    assert titles(page) == [f"Essays, sentence {line}" for line in (1, 4, 7)]


def test_sentences_left_alone_though_a_reference_edits_them_are_found(open_view):
    page = open_view("#/sentences?errors=alone&system=shy")
    assert titles(page) == [
        "Essays, sentence 3, Shy",
        "Essays, sentence 7, Shy",
        "学习者作文, sentence 2, Shy",
    ]
    assert page.locator(".corrections .edit").first.inner_text() == "the U:DET"


def test_the_errors_of_each_author_are_counted_and_the_text_is_read_in_order(open_view):
    page = open_view()
    page.get_by_role("link", name="Authors").click()
    page.wait_for_selector(".authors")
    headings = page.locator(".authors thead th").all_inner_texts()
    rows = {}
    for row in page.locator(".authors tbody tr").all():
        cells = row.locator("td").all_inner_texts()
        rows[row.locator("th").inner_text()] = dict(
            zip(headings[1:], cells, strict=True)
        )
    # The reference edits sentences 1, 3, 6 and 7 of Ana, and 2 of Ben.
    counts = {name: (row["Sentences"], row["Errors"]) for name, row in rows.items()}
    assert counts == {"Ana": ("4", "4"), "Ben": ("2", "1")}
    assert rows["Ana"]["subject–verb agreement"] == "2"
    assert rows["Ben"]["determiner"] == "1"
    page.get_by_role("link", name="Ana").click()
    page.wait_for_selector(".text")
    assert page.locator(".text li").evaluate_all(
        "all => all.map((li) => li.value)"
    ) == [1, 3, 6, 7]


def test_ordinary_text_is_found_in_the_tokens_of_sources_and_corrections(open_view):
    assert titles(open_view("#/sentences?q=goes to the SCHOOL")) == []
    assert titles(open_view("#/sentences?q=goes to SCHOOL")) == [
        "Essays, sentence 1, Bold"
    ]
    # A sentence that no system edits is listed where none is asked for.
    for text in ("don't knows", "do n't knows", "Don’t", "knows it."):
        assert titles(open_view(f"#/sentences?min=0&q={text}&system=shy")) == [
            "Essays, sentence 7, Shy"
        ]
    page = open_view("#/sentences?min=0&q=do nt")
    assert titles(page) == []


def test_back_returns_to_what_was_searched(open_view):
    page = open_view("#/sentences")
    field = page.get_by_label("Text of source")
    field.press_sequentially("school")
    page.get_by_label("Error type").select_option(value="NOUN:NUM")
    expect(page).to_have_url(re.compile("type="))
    assert titles(page) == ["Essays, sentence 1, Bold"]
    page.locator(".corrections .head a").click()
    page.wait_for_selector(".contributions")
    page.go_back()
    page.get_by_text("Essays, sentence 1, Bold").wait_for()
    assert titles(page) == ["Essays, sentence 1, Bold"]
    page.go_back()
    expect(page).not_to_have_url(re.compile("type="))
    assert field.input_value() == "school"
    page.get_by_text("Essays, sentence 1, Shy").wait_for()
    assert titles(page) == ["Essays, sentence 1, Bold", "Essays, sentence 1, Shy"]
    # Text typed in one go is one step.
    page.go_back()
    expect(page).to_have_url(re.compile("#/sentences$"))
    assert field.input_value() == ""


@pytest.fixture(scope="module")
def wide(tmp_path_factory):
    """The explorer of a study with a long word in a sentence, and long labels."""
    lines = list(ENGLISH)
    lines[4] = (
        f"He {'x' * 5000} .",
        [(1, 2, "y" * 5000, "R:OTHER"), (2, 2, "a", "M:DET")],
        [],
        [],
    )
    labels = {
        kind: {name: name.ljust(30, "w") for name in names}
        for kind, names in explored_study.LABELS.items()
    }
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(explored_study.LINES, "essays", lines)
        patch.setattr(explored_study, "LABELS", labels)
        return index_of(explored_study.write_small(tmp_path_factory.mktemp("wide"))[0])


@pytest.mark.parametrize("width", [1280, 400])
def test_long_words_and_labels_make_no_view_wider(open_view, wide, width):
    for address in ("#/sentences", "#/sentence/essays/5/bold"):
        page = open_view(address, home=wide)
        page.set_viewport_size({"width": width, "height": 900})
        assert page.evaluate("document.documentElement.scrollWidth") <= width


VIEWS = ["", "#/sentences?sort=metrics&type=DET", "#/sentence/essays/4/bold", "#/help"]
VIEWS += ["#/sentence/zuowen/1/bold", "#/sentences?errors=nobody"]
VIEWS += ["#/authors", "#/author/essays/Ana"]


@pytest.mark.parametrize("address", VIEWS)
def test_every_view_is_for_everybody(open_view, address):
    for scheme in ("light", "dark"):
        page = open_view(address, color_scheme=scheme)
        assert_no_barrier(page)
    assert_narrow_screen_is_enough(page)


def test_print_leaves_out_what_cannot_be_pressed(open_view):
    page = open_view("#/sentences", media="print")
    assert not page.locator(".filters").is_visible()
    assert page.locator(".corrections li").first.is_visible()
