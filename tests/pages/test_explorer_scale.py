"""What a browser does with a study of 10,000 sentences, five systems and three metrics."""

import numpy as np
import pytest

from gec_attribution.edits.model import Edit
from gec_attribution.languages import load_language
from gec_attribution.pages.explorer.columns import (
    Attributions,
    Corrected,
)
from gec_attribution.pages.explorer.folder import index_of, write_data, write_page

pytestmark = pytest.mark.browser

LINES, SYSTEMS = 10_000, [f"system{number}" for number in range(5)]
METRICS, METHODS = ["some", "impara", "ppl"], ["shapley", "add", "sub"]
TYPES = ["R:NOUN:NUM", "M:DET", "U:DET", "R:VERB:SVA", "R:SPELL", "R:PREP", "M:PUNCT", "R:OTHER"]
# Changes one filter, and waits until the new list is laid out.
FILTER = """
([name, value]) => {
  const control = document.querySelector(`.filters [name=${name}]`);
  control.value = value;
  control.dispatchEvent(new Event("input", { bubbles: true }));
  return document.body.offsetHeight;
}
"""
CHANGES = [
    *(("type", "DET"), ("q", "word12 "), ("q", ""), ("sign", "lowers"), ("sort", "metrics")),
    *(("against", "ppl"), ("sort", "loss"), ("system", "system3"), ("sort", "methods")),
]
ELEMENTS = "document.querySelectorAll('*').length"


@pytest.fixture(scope="module")
def large(tmp_path_factory):
    """The page and columns of a study of random words and numbers; nothing of single sentences."""
    draw = np.random.default_rng(0)
    words = np.array([f"word{number}" for number in range(3000)])
    lengths = draw.integers(12, 30, LINES)
    counts = draw.integers(1, 6, LINES * len(SYSTEMS))
    edits = [
        tuple(
            Edit(3 * k, 3 * k + 1, word, kind)
            for k, (word, kind) in enumerate(
                zip(draw.choice(words, n).tolist(), draw.choice(TYPES, n).tolist(), strict=True)
            )
        )
        for n in np.minimum(counts, 4).tolist()
    ]
    size, corrections = sum(map(len, edits)), len(edits)

    def attributions():
        phi = draw.normal(size=size)
        by_edit = {"phi": phi, "stderr": np.zeros(size), "sign": np.sign(phi)}
        by_correction = {"baseline": np.zeros(corrections), "score": draw.normal(size=corrections)}
        return Attributions(by_edit, by_correction, "signature")

    dataset = Corrected(
        name="large",
        label="Large",
        language=load_language("en"),
        systems=SYSTEMS,
        sources=[" ".join(draw.choice(words, n)) for n in lengths.tolist()],
        edits=edits,
        attributions={metric: {method: attributions() for method in METHODS} for metric in METRICS},
    )
    folder = tmp_path_factory.mktemp("large") / "explorer"
    write_page(folder)
    labels = {
        "dataset": {"large": "Large"},
        "system": {name: name for name in SYSTEMS},
        "metric": {name: name for name in METRICS},
        "method": {name: name for name in METHODS},
    }
    index = index_of([dataset], study="large", labels=labels)
    write_data(folder / "data" / "index.js", "index", index)
    return folder


def test_of_a_large_study_only_what_is_seen_is_read_and_laid_out(large, chromium):
    page = chromium.new_page()
    page.set_default_timeout(300_000)  # a crowded machine takes long; nothing here is timed
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"{large.as_uri()}/index.html#/sentences")
    page.wait_for_selector(".corrections li")
    # The sentences are there, in columns; no file of single corrections is.
    assert [url for url in asked if "/data/" in url] == [f"{large.as_uri()}/data/index.js"]
    elements = page.evaluate(ELEMENTS)
    for change in CHANGES:
        page.evaluate(FILTER, list(change))
        assert page.locator(".corrections li").count() == 40
        # A page of the list is laid out, not the 50,000 corrections.
        assert page.evaluate(ELEMENTS) < 2 * elements
    assert [url for url in asked if "/data/" in url] == [f"{large.as_uri()}/data/index.js"]
    page.close()
