import re
from dataclasses import replace
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st
from made_records import edit, made_record

from gec_attribution.attribution.records import Component, Interaction, Missed
from gec_attribution.pages.html import write_html
from gec_attribution.pages.terminal import print_explanation

NAN = float("nan")
# XML has no control characters, nor the last two of these.
ANY = st.characters(exclude_categories=["Cs", "Cc"], exclude_characters="\ufffe\uffff")


class Page:
    """A page, which is XML but for its elements without an end."""

    def __init__(self, text):
        closed = re.sub(r"(<(?:meta|br)\b[^>]*)>", r"\1/>", text)
        self.root = ET.fromstring(closed)  # noqa: S314  (written here)

    def all(self, tag, cls=None):
        """All elements of a tag, or those of them that are of a class."""
        elements = self.root.iter(tag)
        return [
            each for each in elements if cls in (None, *each.get("class", "").split())
        ]

    def texts(self, tag, cls=None):
        """The text inside each of these elements."""
        return ["".join(each.itertext()) for each in self.all(tag, cls)]


@pytest.fixture
def page(tmp_path):
    def write(*explanations):
        path = tmp_path / "page.html"
        write_html(explanations, path)
        return Page(path.read_text(encoding="utf-8"))

    return write


def opacity(element):
    return float(re.search(r"--opacity: ([\d.]+)", element.get("style"))[1])


@pytest.mark.browser
@pytest.mark.parametrize("width", [1280, 400])
def test_long_words_and_labels_make_no_page_wider(tmp_path, chromium, width):
    label = "w" * 30
    edits = [edit(1, 2, "y" * 5000, 0.2), edit(2, 3, "", -0.1)]
    record = made_record(f"He {'x' * 5000} the home", edits, system=label)
    write_html([record, replace(record, method=label)], tmp_path / "page.html")
    shown = chromium.new_page(viewport={"width": width, "height": 900})
    shown.goto((tmp_path / "page.html").as_uri())
    assert shown.evaluate("document.documentElement.scrollWidth") <= width
    shown.close()


def test_the_sentence_shows_what_was_removed_and_added(page):
    shown = page(
        made_record("He go the home", [edit(1, 2, "goes", 0.2), edit(2, 3, "", -0.1)]),
        made_record("I run", [edit(2, 2, "fast", 0.1)]),
    )
    first_sentence, second_sentence = shown.texts("p", "sentence")
    assert first_sentence == "He go goes +0.200 the −0.100 home"
    assert second_sentence == "I run fast +0.100"
    # Each edit stands in the sentence and in the table; the header explains both signs.
    assert shown.texts("del") == ["Struck", *["go", "the"] * 2]
    assert shown.texts("ins") == ["underlined", *["goes"] * 2, *["fast"] * 2]


def test_ordinary_text_keeps_its_own_spaces(page):
    given = made_record(
        "He go ( home ) .",
        [edit(1, 2, "goes", 0.2), edit(4, 4, ", now ,", -0.1)],
        hypothesis="He goes ( home , now , ) .",
        source_text="He go (home).",
        hypothesis_text="He goes (home, now,).",
    )
    assert page(given).texts("p", "sentence") == [
        "He go goes +0.200 (home, now, −0.100)."
    ]


@given(st.text(ANY), st.text("<>&\"' =/ab", min_size=1))
def test_any_text_is_shown_and_none_is_markup(tmp_path_factory, correction, type_):
    path = tmp_path_factory.mktemp("html") / "page.html"
    source = '<i> <script>alert("x")</script> & <b>'
    write_html(
        [made_record(source, [edit(1, 2, correction, 0.2, kind=type_)], metric=type_)],
        path,
    )
    shown = Page(path.read_text(encoding="utf-8"))
    assert {each.tag for each in shown.root.iter()}.isdisjoint({"script", "a"})
    assert shown.texts("del")[1] == '<script>alert("x")</script>'
    assert shown.texts("ins")[1:] == ([correction] * 2 if correction else [])
    (sentence,) = shown.texts("p", "sentence")
    assert sentence.startswith("<i> <script>")
    assert sentence.endswith("& <b>")
    assert shown.texts("td")[1] == type_
    assert shown.all("span", "edit")[0].get("title").startswith(f"{type_}: φ +0.200")


def test_the_parts_of_a_score_and_what_was_missed_stand_beside_the_edits(page):
    components = (
        Component("one", 0.5, baseline=0, score=0, phi=(0.2, -0.2)),
        Component("other", 0.25, baseline=0, score=0, phi=(0.4, -0.4)),
    )
    missed = Missed(
        reference="x b C",
        made=(0,),
        score=0.9,
        exact=True,
        evaluations=2,
        edits=(edit(2, 3, "C", 0.15),),
        otherwise=(edit(1, 2, "b b", NAN),),
    )
    edits = [edit(0, 1, "x", 0.2), edit(1, 2, "y", -0.2)]
    both = {"components": components, "missed": missed}
    shown = page(
        made_record("a b c", edits, **both),
        made_record("a b c", edits, metric="ppl"),
    )
    cells = shown.texts("td")
    assert cells[4:6] == ["+0.200", "+0.400"]
    assert [cells[6], cells[13]] == ["yes", "no"]
    details = shown.texts("p", "details")
    assert (
        details[1]
        == "some = 0.5 one + 0.25 other; each φ is the same sum of its parts."
    )
    assert details[3] == "With them the correction would score 0.900 instead of 0.750."
    assert details[4].startswith("Corrected otherwise than in the reference:")
    headings = shown.texts("th")
    # Two records of one correction are compared, once.
    assert headings.count("some, shapley") == headings.count("ppl, shapley") == 1


def test_the_colour_scale_is_symmetric_and_one_a_metric(page):
    shown = page(
        made_record("a b", [edit(0, 1, "x", 0.2), edit(1, 2, "y", -0.2)]),
        made_record("a b", [edit(0, 1, "x", 0.1), edit(1, 2, "y", -0.4)]),
        made_record("a b", [edit(0, 1, "x", 90.0)], metric="ppl"),
    )
    spans = shown.all("span", "edit")
    strongest = opacity(spans[3])
    assert [opacity(span) / strongest for span in spans] == pytest.approx(
        [0.5, 0.5, 0.25, 1, 1], abs=0.002
    )
    signs = [span.get("class").split()[1] for span in spans]
    assert signs == [*["positive", "negative"] * 2, "positive"]
    scales = shown.texts("p", "scale")
    assert scales == ["some −0.400+0.400", "ppl −90.0+90.0"]


def test_zero_and_undefined_have_no_colour_and_are_told_apart(page):
    shown = page(
        made_record("a b", [edit(0, 1, "x", 0.0), edit(1, 2, "y", 0.5)]),
        made_record(
            "a",
            [edit(0, 1, "", NAN, stderr=NAN)],
            metric="ppl",
            baseline=NAN,
            score=NAN,
        ),
    )
    zero, _, undefined = shown.all("span", "edit")
    assert zero.get("class") == "edit zero"
    assert undefined.get("class") == "edit undefined"
    assert zero.get("style") is undefined.get("style") is None
    assert shown.texts("p", "sentence")[1] == "a undefined"
    assert shown.texts("td", "number")[-2:] == ["undefined", "undefined"]
    facts = shown.texts("p", "details")[1]
    assert "undefined (source) → undefined (correction), Δ undefined" in facts


def test_only_sampled_values_have_an_error(page):
    shown = page(
        made_record(
            "a b",
            [edit(0, 1, "x", 0.25, stderr=0.01), edit(1, 2, "y", -0.125)],
            exact=False,
        )
    )
    cells = shown.texts("td", "number")
    assert cells == ["+0.250 ± 0.010", "+0.667", "−0.125", "−0.333"]
    facts = shown.texts("p", "details")[0]
    assert "0.500 (source) → 0.750 (correction), Δ +0.250" in facts
    assert (
        "estimated from 4 of the 4 subsets of the edits, with seed 7; signature 1"
        in facts
    )


def test_text_of_either_direction_is_kept_apart(page):
    shown = page(made_record("אני הלך", [edit(1, 2, "הולך", 0.5)]))
    assert shown.all("p", "sentence")[0].get("dir") == "auto"
    # The old and new text in the sentence and in the table; and the number after them.
    assert shown.texts("bdi") == ["הלך", "הולך", "+0.500", "הלך", "הולך"]


def test_the_strongest_interactions_are_listed_with_their_edits(page):
    edits = [edit(0, 1, "She", 0.1), edit(1, 2, "goes", 0.2), edit(2, 3, "", 0.3)]
    pairs = [((0, 1), 0.01), ((0, 2), -0.05)]
    interactions = tuple(Interaction(*pair, taylor=0.0) for pair in pairs)
    written = page(made_record("He go home", edits, interactions=interactions))
    rows = [text for text in written.texts("tr") if "goes" in text or "home" in text][
        -2:
    ]
    assert ["".join(row.split()) for row in rows] == [
        "HeShehome−0.050",
        "HeShegogoes+0.010",
    ]
    assert "depend on each other" in "".join(written.texts("th"))


def test_sentences_without_edits_and_pages_without_sentences(page):
    shown = page(made_record("I have a cat .", []))
    assert shown.texts("p", "sentence") == ["I have a cat ."]
    assert not shown.all("table")
    assert not page().all("article")


def test_each_correction_says_its_system_and_line(page):
    places = [
        {"system": "<one>", "line": 3},
        {"system": "<two>", "line": 3},
        {"line": 4},
    ]
    shown = page(
        *(made_record("a b", [edit(0, 1, "x", 0.2)], **place) for place in places)
    )
    assert shown.texts("h2")[:-1] == [
        "Sentence 1, <one>, line 3",
        "Sentence 2, <two>, line 3",
        "Sentence 3, line 4",
    ]


def test_the_page_needs_nothing_else(tmp_path):
    path = tmp_path / "page.html"
    explanations = [made_record("a b", [edit(0, 1, "x", 0.4)])]
    write_html(explanations, path)
    written = path.read_bytes()
    write_html(explanations, path)
    assert path.read_bytes() == written
    assert not re.search(rb"https?://|src=|url\(|@import|<link", written)
    assert [found.name for found in tmp_path.iterdir()] == ["page.html"]


def test_an_attribution_that_is_noise_has_no_colour_and_no_share(
    page, tmp_path, capsys
):
    edits = [edit(0, 1, "x", 2e-9), edit(1, 2, "y", -1e-9)]
    shown = page(
        made_record("a b", edits), made_record("a b", edits, metric="ppl", score=1e-9)
    )
    assert [span.get("class") for span in shown.all("span", "edit")] == [
        "edit zero"
    ] * 4
    print_explanation(made_record("a b", edits))
    for written in (
        (tmp_path / "page.html").read_text(encoding="utf-8"),
        capsys.readouterr().out,
    ):
        assert "0.667" not in written
    shown = page(made_record("a b", edits, baseline=0.0, score=1e-9))
    spans = [span.get("class") for span in shown.all("span", "edit")]
    assert spans == ["edit positive", "edit negative"]


def test_a_flipped_correction_is_marked(page):
    edits = [edit(0, 1, "x", 0.2)]
    shown = page(
        made_record("a b", edits, scale=-2.0), made_record("a b", edits, scale=2.0)
    )
    assert "".join(shown.texts("p", "details")).count("flipped every sign") == 1
