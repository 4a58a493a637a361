import math

import pytest
from made_records import edit, made_record

from gec_attribution.attribution.records import Record
from gec_attribution.pages.notebook import ExplainedCorrection, ExplainedCorrections


def record(phi=(0.4, -0.1), source="cat dog $x$ <b>", **changes):
    edits = [
        edit(k, k + 1, f"{word}s", value, "R:NOUN")
        for k, (word, value) in enumerate(zip(("cat", "dog", "$x$"), phi, strict=False))
    ]
    given = {"hypothesis": "cats dogs $x$ <b>", "score": 0.5 + sum(phi), **changes}
    return ExplainedCorrection.of(made_record(source, edits, **given))


def bars(figure):
    (axes,) = figure.axes
    return [(bar.get_x(), bar.get_width()) for bar in axes.patches]


def test_it_equals_the_record_of_the_same_content():
    shown = record()
    same = Record.from_dict(shown.to_dict())
    assert same == shown
    assert shown == same
    assert hash(shown) == hash(record())
    assert shown != record(phi=(0.4, 0.1))
    assert shown != "a record"


def test_printed_it_is_three_lines():
    assert str(record()) == (
        "cats dogs $x$ <b>\n"
        "some, shapley: 0.500 (source) → 0.800 (hypothesis), Δ +0.300; exact\n"
        "cat → cats: +0.400; dog → dogs: −0.100"
    )
    assert (
        str(record(phi=())).splitlines()[-1]
        == "no edits: there is nothing to attribute"
    )


def test_a_frame_has_a_row_for_each_edit_and_the_whole_beside_it():
    frame = record().to_frame()
    assert frame["phi"].tolist() == [0.4, -0.1]
    assert frame["original"].tolist() == ["cat", "dog"]
    assert frame.attrs["baseline"] == 0.5
    assert "edits" not in frame.attrs
    assert record(phi=()).to_frame().empty
    assert list(record(phi=()).to_frame().columns) == list(frame.columns)
    assert record(phi=()).to_frame()["phi"].dtype == float


@pytest.mark.browser
@pytest.mark.parametrize("number", [0, 3])
def test_the_frame_is_as_high_as_its_content(chromium, number):
    page = chromium.new_page()
    page.set_content(record(phi=(0.1,) * number)._repr_html_())
    page.wait_for_function(
        "document.querySelector('iframe').contentDocument.readyState == 'complete'"
    )
    frame = page.frames[-1]
    content = "document.documentElement.offsetHeight"
    assert page.evaluate(
        "document.querySelector('iframe').offsetHeight"
    ) == frame.evaluate(content)
    page.close()


def test_the_page_stands_in_a_frame_that_runs_nothing():
    page = record()._repr_html_()
    assert page.startswith("<iframe")
    assert 'sandbox="allow-same-origin"' in page  # no `allow-scripts`
    # The sentence is escaped in the page, and the page in the attribute.
    assert "&amp;lt;b&amp;gt;" in page
    assert "<b>" not in page


def test_a_waterfall_leads_from_the_source_to_the_hypothesis():
    steps = [pytest.approx((0.5, 0.4)), pytest.approx((0.9, -0.1))]
    assert bars(record().plot()) == steps
    # The part that a method does not attribute has a bar of its own.
    figure = record(score=1.0).plot()
    assert bars(figure) == [*steps, pytest.approx((0.8, 0.2))]
    assert figure.axes[0].get_yticklabels()[-1].get_text() == "not attributed"


def test_other_metrics_stand_beside_it():
    figure = record().plot(record(phi=(3.0, 1.0), metric="ppl"))
    widths = [width for _, width in bars(figure)][:4]
    assert widths == pytest.approx([0.8, -0.2, 0.75, 0.25])
    labels = [text.get_text() for text in figure.legends[0].get_texts()]
    assert labels == ["some", "ppl"]
    with pytest.raises(ValueError, match="only records of the same edits"):
        record().plot(record(source="other words here now"))


@pytest.mark.parametrize("shown", [record(phi=()), record(score=math.nan)])
def test_what_cannot_be_drawn_says_so(shown):
    assert shown.plot().texts


def test_a_notebook_shows_the_figure_and_dollars_are_no_formula():
    assert record(phi=(1.0, 2.0, 3.0)).plot()._repr_png_().startswith(b"\x89PNG")


MANY = ExplainedCorrections(
    [record(system="one"), record(metric="ppl", system="two", phi=(-0.3, 0.3))] * 6
)


def test_many_are_drawn_by_what_their_edits_have_in_common():
    some_axes, ppl_axes = MANY.plot("type").axes
    assert [bar.get_width() for bar in some_axes.patches] == [
        pytest.approx((0.8 - 0.2) / 2)
    ]
    assert [bar.get_width() for bar in ppl_axes.patches] == [pytest.approx(0)]
    assert some_axes.get_title() == "some, shapley"
    assert [text.get_text() for text in some_axes.get_yticklabels()] == ["R:NOUN (12)"]
    by_text = MANY.where(metric="some").plot("original").axes[0]
    assert [text.get_text() for text in by_text.get_yticklabels()] == [
        "cat (6)",
        "dog (6)",
    ]
    assert [bar.get_width() for bar in by_text.patches] == pytest.approx([0.8, -0.2])
    assert MANY[:0].plot().axes


def test_many_are_shown_and_written_as_a_page(tmp_path):
    shown = MANY._repr_html_()
    assert shown.startswith(
        '<p>10 of 12 records</p><iframe title="Explained corrections"'
    )
    assert "of 12 records" not in MANY[:10]._repr_html_()
    MANY.write_html(tmp_path / "page.html")
    assert (tmp_path / "page.html").read_text().count("cats") >= 12
    MANY.save(tmp_path / "records.jsonl")
    assert isinstance(
        ExplainedCorrections.read(tmp_path / "records.jsonl")[0], ExplainedCorrection
    )
