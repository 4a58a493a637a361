"""The site of the documentation, built as `make site` builds it, and the tutorial that it shows."""

import logging
import os
import re
import subprocess
import sys
from html.parser import HTMLParser
from types import SimpleNamespace

import pytest
from project import ROOT

pytest.importorskip("mkdocs", reason="needs the extra `docs`")
nbformat = pytest.importorskip("nbformat", reason="needs the extra `docs`")
TUTORIAL = ROOT / "docs" / "tutorial.ipynb"


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """A strict build: MkDocs ends it for any link or anchor that leads nowhere."""
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "mkdocs", "build", "--quiet", "--site-dir", str(folder)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


class Fetched(HTMLParser):
    """What a browser fetches of its own accord when it opens a page."""

    def __init__(self):
        super().__init__()
        self.addresses = set()

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        if tag == "link" and given.get("rel") not in {"canonical", "prev", "next"}:
            self.addresses.add(given["href"])
        if tag != "a" and "src" in given:
            self.addresses.add(given["src"])


@pytest.mark.seldom
def test_every_written_page_is_part_of_the_site(site):
    written = {path.stem for path in (ROOT / "docs").glob("*.md")}
    made = {path.stem for path in site.glob("*.html")}
    assert written | {"index", "configuration", "contributing", "changelog", "tutorial"} <= made
    assert "gec-attribution explain" in (site / "index.html").read_text(encoding="utf-8")


@pytest.mark.seldom
def test_pages_fetch_nothing_from_elsewhere(site):
    # The page of what is not found is sent by a server alone.
    pages = [path for path in site.rglob("*.html") if path.name != "404.html"]
    assert len(pages) > 40
    for path in pages:
        page = Fetched()
        page.feed(path.read_text(encoding="utf-8"))
        assert page.addresses
        for address in page.addresses:
            assert not re.match(r"(?:https?:)?//", address), f"{path.name}: {address}"
            if not address.startswith("data:"):
                assert (path.parent / address).is_file(), f"{path.name}: {address}"


@pytest.mark.seldom
def test_the_reference_has_what_docstrings_say(site):
    page = (site / "reference" / "explain.html").read_text(encoding="utf-8")
    assert 'id="gec_attribution.explain.explainer.Explainer.explain_pairs"' in page
    assert "Explains corrections with the models of a study." in page
    assert "Explainer._ways" not in page


def turned(markdown, name="index.md"):
    from tools.documentation.site import on_page_markdown

    page = SimpleNamespace(file=SimpleNamespace(src_uri=name))
    config = SimpleNamespace(config_file_path=str(ROOT / "mkdocs.yml"))
    return on_page_markdown(markdown, page, config)


@pytest.mark.parametrize(
    ("name", "written", "expected"),
    [
        ("index.md", "[a](docs/models.md#x)", "[a](models.md#x)"),
        ("index.md", "[a](CONTRIBUTING.md)", "[a](contributing.md)"),
        ("index.md", "[a](docs/tutorial.ipynb)", "[a](tutorial.md)"),
        ("index.md", "[a](#here) [b](https://c.org/d)", "[a](#here) [b](https://c.org/d)"),
        ("index.md", "see [the `code`](Makefile).", "see the `code`."),
        (
            "index.md",
            '<img src="docs/figures/paper-offline/bias.png" alt="">',
            '<img src="figures/paper-offline/bias.png" alt="">',
        ),
        ("index.md", "```\n[a](docs/models.md)\n```", "```\n[a](docs/models.md)\n```"),
        ("models.md", "[a](../models/encoder)", "[a](models/encoder.md)"),
        ("models.md", "![a](figures/explained.png)", "![a](figures/explained.png)"),
        ("models/encoder.md", "[a](../../docs/models.md)", "[a](../models.md)"),
        ("configuration.md", "[a](../docs/gpu.md)", "[a](gpu.md)"),
    ],
)
def test_links_of_the_repository_become_those_of_the_site(name, written, expected):
    assert turned(written, name) == expected


def test_a_link_to_nothing_is_a_warning(caplog):
    with caplog.at_level(logging.WARNING, logger="mkdocs"):
        turned("[a](docs/no-such-page.md)")
    assert "README.md: links to docs/no-such-page.md" in caplog.text


def shape(cell):
    """The kinds of a cell's outputs, and how many rows its table has."""
    return [
        (
            output["output_type"],
            sorted(output.get("data", {})),
            output.get("data", {}).get("text/html", "").count("<tr"),
        )
        for output in cell.get("outputs", [])
    ]


@pytest.mark.seldom
def test_the_tutorial_runs_and_its_stored_outputs_are_those_of_a_run():
    nbclient = pytest.importorskip("nbclient")
    stored = nbformat.read(TUTORIAL, as_version=4)
    nbformat.validate(stored)
    again = nbformat.read(TUTORIAL, as_version=4)
    for cell in again.cells:
        if cell.cell_type == "code":
            cell.outputs = []
    # The kernel is another process, to which the settings of this one go by the environment.
    quiet = {**os.environ, "PYTHONWARNINGS": "ignore:IProgress", "TOKENIZERS_PARALLELISM": "false"}
    # A kernel starts in a second, on a crowded machine in minutes.
    patience = {"timeout": 300, "startup_timeout": 300}
    client = nbclient.NotebookClient(again, **patience, resources={"metadata": {"path": ROOT}})
    client.execute(env=quiet)
    assert [shape(cell) for cell in again.cells] == [shape(cell) for cell in stored.cells]
    kinds = {kind for cell in stored.cells for _, data, _ in shape(cell) for kind in data}
    assert {"text/html", "image/png"} <= kinds
    # Neither an error nor a path of the machine on which it was run.
    text = TUTORIAL.read_text(encoding="utf-8")
    assert '"error"' not in text
    assert '"stderr"' not in text
    assert not re.search(r"/(?:home|root|work|usr)/", text)
