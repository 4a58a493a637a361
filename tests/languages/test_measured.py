"""The general extractor beside ERRANT and beside people, as docs/languages.md says."""

from hashlib import sha256
from itertools import product

import pytest

from gec_attribution.config.registry import registered_files
from gec_attribution.corpora.downloads import fetch
from gec_attribution.edits.m2 import read_m2
from gec_attribution.edits.model import apply_edits, m2_text, m2_tokens
from gec_attribution.errors import DownloadError
from gec_attribution.languages import load_extractor
from gec_attribution.languages.general import General

pytestmark = pytest.mark.seldom


def spans(edits):
    return {(edit.start, edit.end) for edit in edits}


def test_nearly_all_english_spans_are_those_of_errant(shared):
    pairs = set()
    for part, number in product(("dev", "test"), range(4)):
        folder = shared / "datasets/jfleg" / part
        lines = (
            (folder / f"{part}.{end}").read_text().splitlines()
            for end in ("src", f"ref{number}")
        )
        pairs |= {
            pair
            for pair in zip(*lines, strict=True)
            if pair[0].split() != pair[1].split()
        }
    drawn = sorted(pairs, key=lambda pair: sha256("\n".join(pair).encode()).digest())[
        :1000
    ]
    errant = load_extractor("en").extract(drawn, progress=False)
    general = General("en").extractor("auto").extract(drawn, progress=False)
    same = sum(len(spans(a) & spans(b)) for a, b in zip(errant, general, strict=True))
    assert same / sum(map(len, errant)) >= 0.97


@pytest.mark.parametrize(("annotator", "least"), [("a1", 0.9), ("a2", 0.8)])
def test_ukrainian_spans_are_mostly_those_of_annotators(annotator, least, tmp_path):
    path = tmp_path / "annotated.m2"
    try:
        fetch(registered_files()[f"ua-gec/{annotator}"], path, None)
    except DownloadError as error:
        pytest.skip(f"the corpus cannot be downloaded: {error}")
    sentences = [(one.source, one.coders[0]) for one in read_m2(path)]
    pairs = [
        (source, m2_text(apply_edits(m2_tokens(source), edits)))
        for source, edits in sentences
    ]
    found = load_extractor("uk").extract(pairs, progress=False)
    hits = sum(
        len(spans(a) & spans(b)) for (_, a), b in zip(sentences, found, strict=True)
    )
    precision = hits / sum(map(len, found))
    recall = hits / sum(len(edits) for _, edits in sentences)
    assert 1.25 * precision * recall / (0.25 * precision + recall) >= least
