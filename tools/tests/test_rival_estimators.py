"""Rival estimators of Shapley values, in games whose values are known."""

import numpy as np
import pytest

from gec_attribution.attribution.shapley import shapley_values
from tools import rival_estimators
from tools.rival_estimators import ALL_BUDGETS, ESTIMATORS, errors, rows, timed_rows

N = 8
PAIRED = ["Leverage SHAP", "OddSHAP", "Paired permutations", "Odd regression"]


@pytest.fixture(scope="module")
def pairwise():
    """A random game in which edits interact in pairs alone."""
    generator = np.random.default_rng(4)
    single = generator.normal(size=N)
    together = np.triu(generator.normal(size=(N, N)), 1)
    players = np.arange(2**N)[:, None] >> np.arange(N) & 1
    values = players @ single + np.einsum("ci,ij,cj->c", players, together, players)
    return values, single + (together + together.T).sum(axis=1) / 2


@pytest.mark.parametrize("name", PAIRED)
def test_pairs_of_complements_tell_all_of_pairwise_games(name, pairwise):
    values, phi = pairwise
    np.testing.assert_allclose(shapley_values(values), phi)
    np.testing.assert_allclose(ESTIMATORS[name](values, 60, 1), phi, atol=1e-5)


@pytest.mark.parametrize("name", ESTIMATORS)
def test_more_evaluations_err_less(name, pairwise):
    pytest.importorskip("shapiq")
    values = pairwise[0] + np.random.default_rng(2).normal(size=2**N)
    few, many = (errors(ESTIMATORS[name], values, count)[0] for count in (30, 200))
    assert many < few


def test_a_row_compares_with_the_odd_regression_on_the_same_sentences(pairwise):
    noise = np.random.default_rng(3).normal(size=(3, 2**N))
    table = list(rows(list(pairwise[0] + noise), "JFLEG", "PPL"))
    assert len(table) == 4 * len(ESTIMATORS)
    by_name = {row["estimator"]: row for row in table if row["budget"] == "10"}
    ours = by_name["Odd regression"]
    assert ours["to_ours"] == ours["to_ours_low"] == ours["to_ours_high"] == 1
    leverage = by_name["Leverage SHAP"]
    assert leverage["to_ours"] == pytest.approx(leverage["error"] / ours["error"])
    assert leverage["error_low"] <= leverage["error"] <= leverage["error_high"]


def test_seconds_are_those_of_the_estimator_alone_in_a_core_of_its_own(monkeypatch):
    clock = iter(range(10**6))
    taken = {"slow": 3, "fast": 1}

    def estimator(name):
        def estimate(values, _evaluations, _seed):
            for _ in range(taken[name] - 1):
                next(clock)
            return values

        return estimate

    monkeypatch.setattr(
        rival_estimators, "ESTIMATORS", {name: estimator(name) for name in taken}
    )
    monkeypatch.setattr("time.thread_time", lambda: float(next(clock)))
    table = list(timed_rows(3))
    assert [row["budget"] for row in table[::2]] == list(ALL_BUDGETS)
    assert [row["seconds"] for row in table[:2]] == [3, 1]
    bounds = [
        (row["to_ours_low"], row["to_ours"], row["to_ours_high"]) for row in table[:2]
    ]
    assert bounds == [(1, 1, 1), (1 / 3, 1 / 3, 1 / 3)]
