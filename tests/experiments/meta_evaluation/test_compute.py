import numpy as np
import pytest
import scipy.stats

from gec_attribution.experiments.evaluation import Evaluation
from gec_attribution.experiments.meta_evaluation.compute import meta_evaluation


def evaluate(scores, f_scores):
    scores, f_scores = np.array(scores, dtype=float), np.array(f_scores, dtype=float)
    return meta_evaluation(Evaluation("d", "m", resamples=50), scores, f_scores).iloc[0]


def test_agreeing_and_disagreeing_pairs_by_hand():
    # Three systems on two lines; on the second one F0.5 does not tell the first two apart.
    row = evaluate([[3, 1], [1, 2], [2, 0]], [[0.9, 0.5], [0.5, 0.5], [0.1, 0.6]])
    assert row["pairs"] == 5
    assert row["sentences"] == 2
    assert row["accuracy"] == row["accuracy_symmetric"] == 2 / 5
    assert row["kendall"] == pytest.approx(-1 / 5)
    assert row["ties"] == 0


@pytest.mark.parametrize(
    ("f_scores", "accuracy"), [([[0.2], [0.1]], 0), ([[0.1], [0.2]], 1)]
)
def test_a_tie_of_the_metric_is_a_win_of_the_later_system_or_half_a_win(
    f_scores, accuracy
):
    row = evaluate([[1], [1]], f_scores)
    columns = ["accuracy", "accuracy_symmetric", "kendall", "ties"]
    assert row[columns].tolist() == [accuracy, 0.5, 0, 1]


def test_equal_fractions_are_ties_of_f():
    # 0.1 + 0.2 is not 0.3 as computed; as a fraction it is.
    row = evaluate([[1, 1], [2, 0]], [[0.1 + 0.2, 0.5], [0.3, 0.4]])
    assert row["pairs"] == 1


def test_kendall_is_scipys_in_a_sentence_without_ties():
    generator = np.random.default_rng(0)
    for _ in range(20):
        scores, f_scores = generator.normal(size=(2, 5, 1))
        expected = scipy.stats.kendalltau(scores[:, 0], f_scores[:, 0])[0]
        assert evaluate(scores, f_scores)["kendall"] == pytest.approx(expected)


def test_undefined_scores_are_counted_and_their_pairs_dropped():
    row = evaluate([[1, np.nan], [2, 1], [3, 2]], [[1, 1], [2, 2], [3, 3]])
    assert row[["pairs", "missing", "accuracy"]].tolist() == [4, 1, 1]
