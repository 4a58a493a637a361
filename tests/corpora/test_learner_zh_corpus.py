"""The embedded Chinese learner corpus: its texts and its explained edits are the same."""

import pytest

from gec_attribution.explanations.records import read_explanations
from gec_attribution.storage.project import PROJECT
from gec_attribution.storage.text import read_lines

CORPUS = PROJECT / "data" / "learner-zh"


@pytest.mark.parametrize(
    ("name", "text"), [("gold", "reference.0"), ("strong", "strong"), ("weak", "weak")]
)
def test_files_hold_the_same_sources_and_corrections_and_nothing_odd(name, text):
    corpus = read_explanations(CORPUS / f"{name}.json")
    # Edits give their target, intervals hold their contents, types and severities are known.
    assert list(corpus.notes) == []
    assert [one.source for one in corpus.sentences] == read_lines(CORPUS / "sources.txt")
    assert [one.target for one in corpus.sentences] == read_lines(CORPUS / f"{text}.txt")
    assert len(corpus.sentences) == 128
