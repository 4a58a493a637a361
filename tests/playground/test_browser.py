"""The playground in a real browser: what somebody types, clicks and sees."""

import json

import playground_server
import pytest
from browsing import (
    assert_narrow_screen_is_enough,
    assert_no_barrier,
    browsing,
    downloaded,
    numbers,
    press,
)
from playground_server import length

pytestmark = pytest.mark.browser
expect = pytest.importorskip(
    "playwright.sync_api", reason="needs the package playwright"
).expect

SOURCE = "He go to school every days."
HYPOTHESIS = "He goes to school every day."
HOSTILE = "<script>window.hacked=1</script> \"quoted\" & 'so' \u202eright-to-left"


@pytest.fixture(scope="module")
def address():
    with playground_server.served() as host:
        yield f"http://{host}/"


@pytest.fixture
def open_page(address, chromium):
    """Opens the playground."""
    with browsing(chromium, address) as open_:
        yield open_


def source_of(page):
    """The field of the source."""
    return page.get_by_label("The learner’s sentence")


def correction_of(page):
    """The field of the correction."""
    return page.get_by_label("Its correction")


def fill(page, source=SOURCE, hypothesis=HYPOTHESIS):
    source_of(page).fill(source)
    correction_of(page).fill(hypothesis)


def explain(page, source=SOURCE, hypothesis=HYPOTHESIS):
    fill(page, source, hypothesis)
    press(page, "Explain")
    page.wait_for_selector("#result .contributions")


def test_a_pair_is_typed_and_explained(open_page):
    page = open_page()
    explain(page)
    assert page.locator("#result > .sentence").inner_text().startswith("He go goes")
    types = page.locator(".contributions tbody code").all_inner_texts()
    assert types == ["R:VERB:SVA", "R:NOUN:NUM"]
    phi = numbers(page.locator(".contributions td.phi.chosen"))
    ends = length([], ["He go to school every days .", "He goes to school every day ."])
    assert sum(phi) == pytest.approx(ends[1] - ends[0], abs=0.1)
    assert page.locator(".edit.positive, .edit.negative").count() == 2
    opacity = page.locator(".edit").first.evaluate(
        "e => e.style.getPropertyValue('--opacity')"
    )
    assert float(opacity) > 0


def test_metrics_and_methods_are_chosen(open_page):
    page = open_page()
    page.get_by_label("slow").check()
    page.get_by_label("length").uncheck()
    fill(page)
    page.keyboard.press("Enter")
    page.wait_for_selector("#status progress")
    page.wait_for_selector("#result .contributions")
    heads = page.locator(".contributions thead th").all_inner_texts()
    assert heads == ["Edit", "Type", "φ, slow", "shapley"]
    page.get_by_label("length").check()
    press(page, "Explain")
    page.get_by_label("Metric shown").select_option("length")
    assert page.locator(".scale").inner_text().startswith("lowers length")


def test_an_edit_is_added_by_hand_with_the_keyboard(open_page):
    page = open_page()
    explain(page)
    words = page.get_by_role("group", name="Words of the sentence")
    words.get_by_role("button", name="school").focus()
    page.keyboard.press("Space")
    assert "Chosen: school" in page.locator(".adding").inner_text()
    page.get_by_label("Where").select_option("before")
    page.get_by_label("Put").fill("the old")
    page.keyboard.press("Enter")
    expect(page.locator(".contributions tbody tr")).to_have_count(3)
    assert "the old" in page.locator("#result > .sentence").inner_text()
    expected = "He goes to the old school every day."
    assert page.locator("#coalition .sentence").inner_text() == expected
    expect(correction_of(page)).to_have_value(expected)
    # A stretch of words takes the place of the edits in it.
    words.get_by_role("button", name="every").click()
    words.get_by_role("button", name="days").click()
    page.get_by_label("Put").fill("daily")
    press(page, "Add this edit")
    expect(page.locator(".contributions")).to_contain_text("daily")
    assert (
        page.locator("#coalition .sentence").inner_text()
        == "He goes to the old school daily."
    )


def test_a_system_corrects_what_was_typed(open_page):
    page = open_page()
    source_of(page).fill("My freind came.")
    page.get_by_label("Or let a system correct it").select_option("The <speller>")
    press(page, "Correct")
    expect(correction_of(page)).to_have_value("My friend came.")
    press(page, "Explain")
    expect(page.get_by_role("heading", name="1 edit")).to_be_visible()
    source_of(page).fill("My friend came.")
    press(page, "Correct")
    expect(page.locator("#notice")).to_have_text(
        "The system changes nothing in this sentence."
    )
    expect(page.locator("#result h2")).to_have_count(0)


def test_what_is_typed_stays_text(open_page):
    page = open_page()
    page.get_by_label("separated by spaces already").check()
    explain(page, HOSTILE, f"{HOSTILE} <b>added</b>")
    assert "<script>window.hacked=1</script>" in page.locator("#result").inner_text()
    assert "<b>added</b>" in page.locator("#coalition .sentence").inner_text()
    assert page.evaluate("window.hacked") is None
    assert page.locator("main script, main img, main b").count() == 0


def test_an_error_is_a_sentence_in_place_of_a_result_and_goes_when_it_is_mended(
    open_page,
):
    page = open_page()
    press(page, "Explain")
    alert = page.get_by_role("alert")
    alert.wait_for()
    assert alert.inner_text() == "The sentence is empty."
    explain(page)
    assert not alert.is_visible()
    source_of(page).fill(" ")
    press(page, "Explain")
    alert.wait_for()
    assert page.locator("#result > *").count() == 0
    assert not page.locator("#lens").is_visible()


def test_text_is_shown_as_it_was_typed(open_page):
    page = open_page()
    explain(page, "I don't knows (it), sir.", "I didn't know it, sir!")
    edits = page.locator(".contributions tbody th").all_inner_texts()
    assert [edit.replace("\n", " ") for edit in edits][:2] == ["do did", "knows know"]
    correction = page.locator("#coalition .sentence")
    assert correction.inner_text() == "I didn't know it, sir!"
    press(page, "All off")
    assert correction.inner_text() == "I don't knows (it), sir."
    # The word after a deleted one keeps its distance from the word before it.
    page.locator(".toggle", has_text="(").click()
    assert correction.inner_text() == "I don't knows it), sir."
    text, _ = downloaded(page, "Download JSON")
    (record, *_) = json.loads(text)
    assert record["source"] == "I do n't knows ( it ) , sir ."
    assert record["source_text"] == "I don't knows (it), sir."
    assert record["hypothesis_text"] == "I didn't know it, sir!"


def test_the_address_keeps_the_sentence(open_page, address):
    page = open_page()
    explain(page)
    page.get_by_role("button", name="days day").click()
    page.get_by_role(
        "button", name="Explain only the edits that are switched on"
    ).click()
    expect(page.locator(".contributions tbody tr")).to_have_count(1)
    kept = page.evaluate("location.hash")
    asked = []
    again = open_page()
    again.on("request", lambda request: asked.append(request.url))
    again.goto(f"{address}{kept}")
    again.reload()
    expect(again.locator(".contributions tbody tr")).to_have_count(1)
    expect(source_of(again)).to_have_value(SOURCE)
    expect(correction_of(again)).to_have_value("He goes to school every days.")
    assert again.locator(".contributions tbody th").inner_text().split() == [
        "go",
        "goes",
    ]
    assert not [url for url in asked if "school" in url.partition("#")[0]]


def test_the_result_is_copied_as_text_and_as_an_image(open_page):
    page = open_page()
    page.get_by_label("add", exact=True).check()
    explain(page)
    page.evaluate(
        """() => {
            navigator.clipboard.writeText = async (text) => { window.copied = text; };
            navigator.clipboard.write = async ([item]) => {
                window.image = await item.getType("image/png");
            };
        }"""
    )
    press(page, "Copy as text")
    expect(page.locator(".downloads [role=status]")).to_have_text("Copied.")
    lines = page.evaluate("window.copied").split("\n")
    assert lines[:2] == [SOURCE, HYPOTHESIS]
    shown = page.locator(".contributions td.phi").all_inner_texts()
    for arrow, number in (
        ("go → goes (R:VERB:SVA)", 0),
        ("days → day (R:NOUN:NUM)", 2),
    ):
        assert f"  {arrow}: {shown[number]}" in lines
    press(page, "Copy as image")
    expect(page.locator(".downloads [role=status]")).to_have_text("Copied.")
    assert page.evaluate("window.image.size") > 1000


def test_waiting_is_given_up(open_page):
    page = open_page()
    page.get_by_label("slow").check()
    fill(page)
    press(page, "Explain")
    press(page, "Stop")
    page.wait_for_selector("#status", state="hidden")
    assert page.locator("#result .contributions").count() == 0
    assert not page.get_by_role("alert").is_visible()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_page_is_for_everybody(open_page, scheme):
    page = open_page(color_scheme=scheme)
    explain(page)
    words = page.get_by_role("group", name="Words of the sentence")
    words.get_by_role("button", name="school").click()
    assert_no_barrier(page)
    assert_narrow_screen_is_enough(page)
