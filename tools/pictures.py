"""Take the documentation's pictures of pages, in Chromium.

    python -m tools.pictures docs/figures

The pages are of the default study (`make figures`): two views of the explorer, an explained
sentence, and the playground. Without the study or a browser, the pictures stay as they are.
"""

import argparse
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from gec_attribution import Explainer
from gec_attribution.pages.html import write_html

EXPLORER = Path("results/learner/explorer/index.html")
DISAGREEING = (
    "#/sentences?dataset=learner&metric=ppl&sort=metrics&against=some&type=DET"
)
SOURCE = "She suggested me to visiting the museum in next week ."
CORRECTION = "She suggested that I visit the museum next week ."
SERVE = (sys.executable, "-m", "gec_attribution.cli", "serve", "--port", "0")


def take_pictures(folder: Path, browser: Browser) -> None:
    """Take all pictures of the documentation into its folder."""
    page = browser.new_page(
        viewport={"width": 1180, "height": 750}, device_scale_factor=1.5
    )
    page.goto(f"{EXPLORER.absolute().as_uri()}{DISAGREEING}")
    page.locator(".corrections a").first.wait_for()
    page.screenshot(path=folder / "explorer_list.png")
    page.set_viewport_size({"width": 1180, "height": 1130})
    page.locator(".corrections a").first.click()
    page.locator(".contributions").wait_for()
    page.screenshot(path=folder / "explorer_sentence.png")
    page.set_viewport_size({"width": 880, "height": 560})
    with tempfile.TemporaryDirectory() as temporary:
        path = Path(temporary) / "explained.html"
        write_html([Explainer().explain(SOURCE, CORRECTION)], path)
        page.goto(path.as_uri())
        page.screenshot(path=folder / "explained.png")
    page = browser.new_page(viewport={"width": 1100, "height": 1215})
    with _playground(page):
        page.get_by_role("button", name="Fill in an example").click()
        for name in ("SOME (embedded)", "Add", "Sub"):
            page.get_by_label(name).check()
        page.get_by_role("button", name="Explain", exact=True).click()
        page.locator("#result .contributions").wait_for(timeout=120_000)
        page.locator(".toggle").nth(1).click()
        page.get_by_role("heading", level=1).click()
        top = {"x": 0, "y": 0, "width": 1100, "height": 1215}
        page.screenshot(path=folder / "playground.png", full_page=True, clip=top)


@contextmanager
def _playground(page: Page) -> Iterator[None]:
    """Open the playground on a page while it is served."""
    with subprocess.Popen(SERVE, stdout=subprocess.PIPE, encoding="utf-8") as server:  # noqa: S603
        try:
            line = server.stdout.readline() if server.stdout else ""
            address = re.search(r"http://\S+(?=;)", line)
            if address is None:
                sys.exit(f"the playground does not say where it is: {line}")
            page.goto(address[0])
            yield
        finally:
            server.terminate()


def main() -> None:
    """Take the pictures anew, where the study and a browser are there."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("figures", type=Path, help="folder of the pictures")
    folder = parser.parse_args().figures
    names = ("chromium", "chromium-browser", "google-chrome")
    path = next(filter(None, map(shutil.which, names)), None)
    if path and EXPLORER.exists():
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(
                executable_path=path, args=["--no-sandbox"]
            )
            take_pictures(folder, browser)
            browser.close()


if __name__ == "__main__":
    main()
