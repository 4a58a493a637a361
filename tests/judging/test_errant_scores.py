import functools
import importlib.util
from argparse import Namespace
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gec_attribution.edits.matching import NO_EDITS, corpus_counts, f_score, plus
from gec_attribution.edits.model import Edit
from gec_attribution.judging.f_scores import f_scores


@pytest.fixture(scope="module")
def compare_m2():
    """ERRANT's own comparison, without loading ERRANT's models."""
    package = Path(importlib.util.find_spec("errant").origin).parent
    spec = importlib.util.spec_from_file_location(
        "compare_m2", package / "commands/compare_m2.py"
    )
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


types = st.sampled_from(["R:A", "R:B", "UNK"])
edits = st.lists(
    st.tuples(st.integers(0, 3), st.sampled_from(["x", "y", ""]), types),
    max_size=4,
    unique_by=lambda edit: edit[0],
).map(
    lambda found: [Edit(place, place + 1, *others) for place, *others in sorted(found)]
)
corpora = st.lists(
    st.tuples(edits, st.lists(edits, min_size=1, max_size=3)), min_size=1, max_size=6
)


@given(corpus=corpora)
def test_the_corpus_score_is_that_of_errant(compare_m2, corpus):
    options = Namespace(
        dt=False,
        ds=False,
        cse=False,
        single=False,
        multi=False,
        filt=[],
        beta=0.5,
        verbose=False,
    )
    corpus = [([e for e in hyp if e.type != "UNK"], refs) for hyp, refs in corpus]
    total = Counter(tp=0, fp=0, fn=0)
    for hypothesis, references in corpus:
        by_coder = [
            compare_m2.process_edits(
                [[e.start, e.end, e.type, e.correction, coder] for coder, e in listed],
                options,
            )
            for listed in (
                [(0, e) for e in hypothesis],
                [
                    (c, e)
                    for c, r in enumerate(references)
                    for e in r or [Edit(-1, -1, "", "noop")]
                ],
            )
        ]
        best, _ = compare_m2.evaluate_edits(*by_coder, total, 0, "", options)
        total.update(best)
    counts = functools.reduce(plus, corpus_counts(*zip(*corpus, strict=True)), NO_EDITS)
    assert counts == (total["tp"], total["fp"], total["fn"])
    scores = compare_m2.computeFScore(*counts, 0.5)
    assert round(f_score(counts), 4) == scores[2]
    assert tuple(number.round(4) for number in f_scores(*counts)) == scores
