"""Links of all pages lead to a file, and to a heading in it; the tutorial runs."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from project import ROOT

from gec_attribution.storage.known_models import fetched_folder

LISTED = ["git", "ls-files", "*.md", ":!docs/written", ":!tests"]
PAGES = subprocess.run(
    LISTED, cwd=ROOT, capture_output=True, text=True, check=False
).stdout.split()
FENCED = re.compile(r"^ *```.*?^ *```$|^    .*?$", re.MULTILINE | re.DOTALL)


def anchors(page: Path) -> set[str]:
    """Anchors of a page's headings, as GitHub and MkDocs make them of English."""
    headings = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    plain = (
        re.sub(r"\]\([^)]*\)|[^\w\s-]", "", heading).strip() for heading in headings
    )
    return {re.sub(r"\s", "-", heading.lower()) for heading in plain}


@pytest.mark.parametrize("name", PAGES)
def test_links_lead_somewhere(name):
    page = ROOT / name
    text = FENCED.sub("", page.read_text(encoding="utf-8"))
    for target in re.findall(r"\]\(([^)\s]+)\)|src=\"([^\"]+)\"", text):
        path, _, anchor = "".join(target).partition("#")
        if re.match(r"[a-z]+:", path):
            continue
        linked = (page.parent / path) if path else page
        assert linked.exists(), f"{name} links to {path}"
        if anchor:
            assert anchor in anchors(linked), f"{name} links to {path}#{anchor}"


@pytest.mark.seldom
@pytest.mark.skipif(
    fetched_folder("smollm2-135m") is None,
    reason="needs the model that `make figures` fetches",
)
def test_the_tutorial_runs():
    command = [
        sys.executable,
        "-m",
        "jupyter",
        "execute",
        str(ROOT / "docs/tutorial.ipynb"),
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
