import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gec_attribution.corpora.files import read_hypotheses, read_sources
from gec_attribution.edits.model import m2_tokens
from gec_attribution.metrics import gleu

# A sentence that is right already adds 4, 3, 2 and 1 n-grams; all count.
RIGHT = ("p q r s", "p q r s", "p q r s")
# What should have been changed counts against a hypothesis, but never below 0 a sentence:
# 5 - 1 of 6, 3 - 2 of 5, 2 - 2 of 4, 1 - 2 of 3.
UNCHANGED = (
    [("a b c d e f", "a b c d e f", "a b c d x f"), RIGHT],
    (8 / 10 * 4 / 8 * 2 / 6 * 1 / 4) ** (1 / 4),
)
# An n-gram counts as often as both have it, and not against a hypothesis if the reference has it at
# all: 4 of 6, 3 - 1 of 5, 2 - 1 of 4, 1 - 1 of 3.
REPEATED = (
    [("a a b c d", "a a a b c d", "a b c d"), RIGHT],
    (8 / 10 * 5 / 8 * 3 / 6 * 1 / 4) ** (1 / 4),
)
# Output of the published script, `compute_gleu`, for these files under Python 2.7.
PUBLISHED = {
    ("jfleg-dev", "source"): 0.382146,
    ("jfleg-dev", "bart"): 0.515562,
    ("jfleg-dev", "gpt-4o-mini"): 0.600167,
    ("conll14", "source"): 0.566048,
    ("conll14", "t5"): 0.684756,
}


def gleu_of(*sentences, times=None):
    """GLEU of (source, hypothesis, reference, ...) sentences, each so many times, or once."""
    tokens = [list(map(m2_tokens, sentence)) for sentence in sentences]
    sources, hypotheses = ([sentence[k] for sentence in tokens] for k in (0, 1))
    counts = gleu.statistics(sources, hypotheses, [sentence[2:] for sentence in tokens])
    return gleu.score(counts, np.array([times or [1] * len(tokens)]))[0]


@pytest.mark.parametrize(
    ("sentences", "expected"),
    [
        ([("a b c d e", "a b c d x", "a b c d x")], 1),
        # Shorter than its reference: 5/5, 3/4, 2/3 and 1/2 n-grams, and the brevity penalty.
        (
            [("a b c d e", "a b c d f", "a b c d e f")],
            math.exp(1 - 6 / 5) * (1 / 4) ** (1 / 4),
        ),
        UNCHANGED,
        REPEATED,
        # No n-gram of some order: 0, as published.
        ([("a b c", "a b c", "a b c")], 0),
        ([("a b c d", "", "a b c d")], 0),
        ([("a b c d", "a b c d", "")], 0),
    ],
)
def test_scores_worked_out_by_hand(sentences, expected):
    assert gleu_of(*sentences) == pytest.approx(expected)


def test_a_score_is_the_mean_over_drawn_references():
    # Right by the last of three references and wrong by the others.
    drawn = gleu.draw_references((3,))
    assert gleu_of(("a b c d e", "v w x y z", "a b", "a c", "v w x y z")) == np.mean(
        drawn == 2
    )
    assert np.mean(drawn == 2) == pytest.approx(1 / 3, abs=0.08)


def test_references_are_drawn_as_in_the_published_script():
    # random.seed(101 * draw); random.randint(0, 3) of Python 2.7, sentence by sentence.
    assert gleu.draw_references((4,) * 6).T[:4].tolist() == [
        [3, 3, 1, 1, 2, 1],
        [2, 0, 3, 3, 1, 2],
        [3, 2, 1, 0, 2, 3],
        [0, 3, 0, 3, 3, 1],
    ]
    assert gleu.draw_references((4,) * 6).shape == (6, 500)
    assert gleu.draw_references((2,) * 8).T[1].tolist() == [1, 0, 1, 1, 0, 1, 0, 0]
    assert gleu.draw_references((1,) * 6).tolist() == [[0]] * 6


sentences = st.lists(st.sampled_from("abc"), min_size=1, max_size=9).map(" ".join)
corpora = st.lists(st.tuples(sentences, sentences, sentences), min_size=1, max_size=6)


@given(corpora, st.data())
def test_a_weight_is_how_often_a_corpus_has_a_sentence(corpus, data):
    times = data.draw(
        st.lists(st.integers(0, 3), min_size=len(corpus), max_size=len(corpus))
    )
    repeated = []
    for sentence, number in zip(corpus, times, strict=True):
        repeated += [sentence] * number
    assert gleu_of(*corpus, times=times) == pytest.approx(
        gleu_of(*repeated) if repeated else 0
    )


@pytest.mark.parametrize(("dataset", "system"), PUBLISHED)
def test_the_published_script_gives_the_same(shared, dataset, system):
    datasets = shared / "datasets"
    if dataset == "conll14":
        path, coders = (
            datasets / "conll14/conll14.errant.m2",
            ({"coder": 0}, {"coder": 1}),
        )
        reference_files = [(path, coder) for coder in coders]
    else:
        path = datasets / "jfleg/dev/dev.src"
        reference_files = [(datasets / f"jfleg/dev/dev.ref{k}", None) for k in range(4)]
    sources = read_sources(path)
    output = datasets / f"gec-attribute/corrected/{dataset}/{system}.txt"
    lines = len(sources)
    hypotheses = (
        sources if system == "source" else read_hypotheses(output, expected=lines)
    )
    references = [read_hypotheses(*found, expected=lines) for found in reference_files]
    corpus = zip(sources, hypotheses, *references, strict=True)
    assert gleu_of(*corpus) == pytest.approx(PUBLISHED[dataset, system], abs=5e-7)
