"""Pages in a real browser, which must neither fail nor ask anything of somebody else."""

import contextlib

import pytest

# Chromium notes the status of a refusal, which is shown in the page.
REFUSED = "the server responded with a status of"


@contextlib.contextmanager
def browsing(chromium, home):
    """Opener of addresses below `home`; no script may fail, and nothing be asked elsewhere."""
    context = chromium.new_context(viewport={"width": 1280, "height": 900})
    problems, requests = [], []
    context.on("request", lambda request: requests.append(request.url))

    def open_(address="", home=home, **media):
        page = context.new_page()
        page.emulate_media(**media)
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.on("console", lambda message: problems.append(message.text))
        page.goto(f"{home}{address}")
        page.wait_for_selector("body[data-ready]")
        return page

    yield open_
    context.close()
    assert [text for text in problems if REFUSED not in text] == []
    assert [
        url for url in requests if not url.startswith((home, "file:", "blob:", "data:"))
    ] == []


def press(page, name):
    """Press the button of this name."""
    page.get_by_role("button", name=name, exact=True).click()


def downloaded(page, name):
    """Text that the button of this name downloads, and the name of its file."""
    with page.expect_download() as download:
        press(page, name)
    return download.value.path().read_text("utf-8"), download.value.suggested_filename


def numbers(locator):
    """Numbers as a page writes them, with a true minus sign."""
    return [float(text.replace("−", "-")) for text in locator.all_inner_texts()]


def assert_no_barrier(page):
    """Assert that axe finds nothing that keeps somebody from the page."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    violations = axe.run(page, options={"preload": False}).response["violations"]
    assert [(each["id"], each["nodes"][0]["html"]) for each in violations] == []


def assert_narrow_screen_is_enough(page):
    """Assert that a telephone scrolls the page in one direction alone."""
    page.set_viewport_size({"width": 360, "height": 700})
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
