"""The comparison of estimators, on games whose Shapley values are known."""

import numpy as np
import pytest
from numpy.testing import assert_allclose
from toy_games import english_game

from gec_attribution.edits.model import Edit
from gec_attribution.experiments.estimators.compute import (
    choose,
    compare_estimators,
    shapiq_methods,
)
from gec_attribution.experiments.evaluation import Evaluation
from gec_attribution.timing.direct_scoring import DrawnSentence

EDITS = 8


def sentence(line, n=EDITS, source=None):
    source = source or f"x{line}" + n * " x"
    edits = tuple(Edit(k, k + 1, "Y", "R:OTHER") for k in range(1, n + 1))
    return DrawnSentence(line, english_game(source, edits))


def applied(text):
    return np.array([word == "Y" for word in text.split()[1:]])


def pairwise(text):
    """Game of edits alone and in pairs: a regression on pairs of coalitions is exact."""
    inside = applied(text).astype(float)
    return float(inside @ np.arange(1, len(inside) + 1) + 3 * inside[:4].sum() ** 2)


def rough(text):
    """Interactions of every size."""
    return np.sin(5 * pairwise(text) + len(text))


def compare(score, sentences, **options):
    def scores(_sources, texts):
        return np.array(list(map(score, texts)))

    options = {"permutations": [8, 16], "repetitions": 3, **options}
    return compare_estimators(
        Evaluation("d", "m", resamples=100), scores, sentences, **options
    )


def over_all(table):
    return table[table["of_edits"] == "all"]


@pytest.fixture(scope="module")
def pairwise_table():
    return over_all(compare(pairwise, [sentence(line) for line in range(12)]))


def test_there_is_a_row_for_each_estimator_and_budget(pairwise_table):
    assert pairwise_table.groupby("permutations")["estimator"].nunique().tolist() == [
        4,
        4,
    ]
    counts = pairwise_table[["sentences", "edits", "sources"]].drop_duplicates()
    assert counts.to_numpy().tolist() == [[12, 12 * EDITS, 12]]
    budgets = pairwise_table.set_index(["permutations", "estimator"])["evaluations"]
    for permutations in (8, 16):
        at = budgets[permutations]
        assert at["official_sampling"] == EDITS + 1
        assert at["add_sub"] == 2 * EDITS + 2
        assert (
            at.drop(["shapley_sampling", "add_sub"]) <= at["shapley_sampling"]
        ).all()
        assert at["odd_regression"] >= at["shapley_sampling"] - 1
    assert budgets[8, "shapley_sampling"] < budgets[16, "shapley_sampling"]


def test_estimators_without_error_have_none_and_cover_all(pairwise_table):
    rows = pairwise_table.set_index("estimator")
    exact = rows.loc[["odd_regression"]]
    assert_allclose(exact[["error", "to_plain"]], 0, atol=1e-6)
    assert (exact["half_width"] < 1e-3).all()
    assert (exact["coverage"] == 1).all()
    # Edits that interact in pairs alone: two evaluations of each tell all.
    assert_allclose(rows.loc["add_sub", ["error", "to_plain"]], 0, atol=1e-9)
    assert rows.loc["add_sub", "coverage"].isna().all()
    plain = rows.loc["shapley_sampling"]
    assert (plain["to_plain"] == 1).all()
    assert plain["error"].is_monotonic_decreasing
    assert (plain["error"] > 0.01).all()
    assert_allclose(plain["mae"], plain["error"] * plain["abs_phi"])
    # φ of the k-th edit is k, and 12 more for the first four: 3 (1 + 3) of the square.
    assert_allclose(plain["abs_phi"], np.mean([13, 14, 15, 16, 5, 6, 7, 8]))
    published = rows.loc["official_sampling"]
    assert published["coverage"].isna().all()
    assert (published["published"] == 1).all()
    ratio = published["error"].to_numpy() / plain["error"].to_numpy()
    assert_allclose(plain["published"], ratio)


def test_a_studys_method_of_shapiq_stands_beside_ours_at_the_same_evaluations():
    pytest.importorskip("shapiq")
    entry = {"type": "shapiq", "approximator": "KernelSHAP"}
    others = shapiq_methods({"theirs": entry, "shapley": {"type": "shapley"}})
    table = compare(
        rough, [sentence(1)], permutations=[8], repetitions=2, others=others
    )
    rows = over_all(table).set_index("estimator")
    assert (
        rows.loc["theirs", "evaluations"] <= rows.loc["shapley_sampling", "evaluations"]
    )
    assert rows.loc["theirs", "error"] > 0
    assert np.isnan(rows.loc["theirs", "coverage"])


def test_intervals_cover_as_often_as_they_say():
    table = compare(
        rough, [sentence(line) for line in range(10)], permutations=[16], repetitions=6
    )
    coverage = over_all(table).set_index(["estimator", "permutations"])["coverage"]
    assert 0.9 < coverage["shapley_sampling", 16] < 0.985
    # The regression expects nearly additive games, which this one is not.
    assert 0.85 < coverage["odd_regression", 16] < 0.985
    # All sentences have the same values, and what is not sampled has the same error in each.
    sampled = table[table["estimator"] != "add_sub"]
    assert (sampled["error_low"] < sampled["error"]).all()
    assert (sampled["error"] < sampled["error_high"]).all()


def test_the_first_sentences_of_each_number_of_edits_are_chosen_and_no_source_twice():
    drawn = [sentence(line, n) for line, n in enumerate([6, 5, 7, 5, 6, 5])]
    assert [item.line for item in choose(drawn, 5, [2, 0, 3])] == [1, 3, 2]
    long, short, middle = "a b c d e f", "a b c", "a b c d"
    drawn = [sentence(1, 2, long), sentence(2, 2, middle), sentence(3, 2, short)]
    assert [item.line for item in choose(drawn, 2, [2])] == [1, 2]
    # Two systems' corrections of one source are one choice.
    same = [sentence(6, 2, short), sentence(7, 2, short)]
    assert [item.line for item in choose(same, 2, [2])] == [6]
