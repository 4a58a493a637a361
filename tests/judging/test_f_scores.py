import numpy as np
import pytest

from gec_attribution.edits.matching import Counts, score
from gec_attribution.judging.f_scores import corpus_scores, f_scores
from gec_attribution.statistics.bootstrap import Resampling


@pytest.mark.parametrize(
    "counts", [(0, 0, 0), (2, 0, 0), (0, 0, 3), (0, 3, 0), (0, 3, 2), (5, 1, 3)]
)
def test_each_element_is_scored_as_errant_does(counts):
    other_counts = (4, 1, 1)
    scored = f_scores(*np.array([counts, other_counts]).T)
    expected = np.array([score(Counts(*counts)), score(Counts(*other_counts))]).T
    np.testing.assert_allclose(scored, expected)


def test_a_corpus_is_scored_by_its_sums_and_resampled_by_sentence():
    counts = np.array([[1, 0, 0], [0, 1, 2], [2, 1, 0]] * 5)
    scores = corpus_scores(counts, Resampling(resamples=200, seed=1))
    expected = score(Counts(15, 10, 10))
    values = (scores.precision.value, scores.recall.value, scores.f.value)
    np.testing.assert_allclose(values, expected)
    for interval in (scores.precision, scores.recall, scores.f):
        assert interval.low < interval.value < interval.high
