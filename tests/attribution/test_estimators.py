"""Estimators of Shapley values: exact where they must be, unbiased, honest about their error."""

import math
import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from toy_games import method, table_of, unanimity_game

from gec_attribution.attribution.odd_regression import fitted
from gec_attribution.attribution.shapley import shapley_values
from gec_attribution.errors import ConfigError
from gec_attribution.games.coalitions import full_mask, sample_coalitions
from gec_attribution.games.values import ValueTable


def game_of_order(n, order, seed=0):
    """A random game in which players interact in groups of up to `order`."""
    generator = np.random.default_rng(seed)
    groups = [mask for mask in range(1, 2**n) if mask.bit_count() <= order]
    worth = generator.normal(size=len(groups)).tolist()
    return unanimity_game(n, dict(zip(groups, worth, strict=True)))


def test_games_of_one_and_two_players_at_a_time_are_met_nearly_exactly():
    """Pairs cannot err about an even interaction, and additive games are the likeliest."""
    for order in (1, 2):
        values, phi = game_of_order(8, order, seed=order)
        estimate = method("odd_regression", evaluations=90).attribute(
            table_of(values), seed=3
        )
        assert not estimate.exact
        assert_allclose(estimate.phi, phi, atol=1e-6)
        assert (estimate.stderr < 1e-3).all()


@pytest.mark.parametrize("n", [5, 6, 17, 40, 63])
def test_the_smallest_budget_works_for_any_length(n):
    """The values of a game of 63 players, without a table of 2^63."""
    chosen = method("odd_regression", evaluations=8)
    masks = chosen.masks(n, 1)
    assert len(masks) <= min(2 * n + 2, 2**n)
    applied = masks[:, None] >> np.arange(n, dtype=np.uint64) & np.uint64(1)
    sums = applied @ np.random.default_rng(n).normal(size=n)
    values = sums + np.sin(3 * sums)
    estimate = chosen.attribute(ValueTable(n, masks, values), 1)
    assert (estimate.half_width >= 0).all()
    # The first coalition is that without an edit, the last that of all.
    assert estimate.phi.sum() == pytest.approx(values[-1] - values[0], abs=1e-9)


def test_sampled_permutations_are_centred_on_the_exact_values_and_intervals_cover_them():
    values, _ = game_of_order(8, 4, seed=11)
    exact, table = shapley_values(values), table_of(values)
    chosen = method("shapley_sampling", permutations=24)
    estimates = [chosen.attribute(table, seed) for seed in range(300)]
    phi = np.array([estimate.phi for estimate in estimates])
    spread = phi.std(axis=0, ddof=1)
    assert (np.abs(phi.mean(axis=0) - exact) < 4 * spread / np.sqrt(300)).all()
    stderr = np.sqrt(np.mean([estimate.stderr**2 for estimate in estimates], axis=0))
    assert_allclose(stderr, spread, rtol=0.2)
    covered = [np.abs(each.phi - exact) <= each.half_width for each in estimates]
    assert 0.92 < np.mean(covered) < 0.98


def odd_parities(n, masks):
    """χ_T of coalitions for all T of odd size, (m, 2^(n−1)), and the sizes of T."""
    subsets = np.array([subset for subset in range(2**n) if subset.bit_count() % 2])
    players_outside = np.bitwise_count(subsets & ~np.asarray(masks, dtype=int)[:, None])
    return (-1.0) ** players_outside, np.bitwise_count(subsets), subsets


@pytest.mark.parametrize("decay", [0.03, 0.1, 0.3])
@pytest.mark.parametrize(("n", "evaluations"), [(5, 20), (7, 60), (8, 130)])
def test_the_regression_is_the_mean_of_all_games_given_the_sample(
    n, evaluations, decay
):
    """A normal distribution of all coefficients, written out and conditioned on the differences."""
    values = np.random.default_rng(1).normal(size=2**n)
    chosen = method("odd_regression", evaluations=evaluations)
    sampled = chosen.masks(n, seed=1).astype(int)
    assert set(sampled) == {full_mask(n) ^ mask for mask in sampled}
    masks = np.array([mask for mask in sampled if mask & 1])
    differences = (values[masks] - values[full_mask(n) ^ masks]) / 2
    parities, sizes, subsets = odd_parities(n, masks)
    variances = decay ** (sizes - 1.0)
    covariances = (parities * variances) @ parities.T
    covariances += 1e-9 * np.trace(covariances) / len(masks) * np.eye(len(masks))
    gains = variances[:, None] * parities.T @ np.linalg.inv(covariances)
    members = subsets[:, None] >> np.arange(n) & 1
    to_phi = 2 * (members / sizes[:, None]).T
    unit = differences @ np.linalg.solve(covariances, differences) / len(masks)
    left = np.diag(variances) - gains @ (parities * variances)
    _, phi, stderr = fitted(masks.astype(np.uint64), differences, n, decay)
    assert_allclose(phi, to_phi @ gains @ differences, atol=1e-6)
    expected = np.sqrt(unit * np.diag(to_phi @ left @ to_phi.T))
    assert_allclose(stderr, expected, atol=1e-4)


def test_intervals_of_the_regression_cover_games_that_are_nearly_additive():
    generator = np.random.default_rng(5)
    n = 8
    parities, sizes, _ = odd_parities(n, np.arange(2**n))
    covered = []
    for seed in range(60):
        coefficients = generator.normal(size=len(sizes)) * 0.03 ** ((sizes - 1) / 2)
        values = parities @ coefficients
        estimate = method("odd_regression", evaluations=60).attribute(
            table_of(values), seed
        )
        errors = np.abs(estimate.phi - shapley_values(values))
        covered.append(errors <= estimate.half_width)
    assert 0.92 < np.mean(covered) < 0.98


@given(
    st.integers(1, 12).flatmap(lambda n: st.tuples(st.just(n), st.integers(1, n))),
    st.data(),
)
def test_sampled_coalitions_are_distinct_of_one_size_and_nested(n_and_size, data):
    n, size = n_and_size
    count = data.draw(st.integers(0, math.comb(n, size)))
    masks = sample_coalitions(n, size, count, seed=1)
    assert masks.dtype == np.uint64
    assert len(set(masks.tolist())) == count
    assert (np.bitwise_count(masks) == size).all()
    assert not (masks >> np.uint64(n)).any()
    few = sample_coalitions(n, size, count // 2, seed=1)
    assert_array_equal(masks[: count // 2], few)


def test_every_coalition_of_a_size_is_as_likely():
    drawn = [sample_coalitions(5, 2, 3, seed).tolist() for seed in range(3000)]
    counts = np.unique(np.concatenate(drawn), return_counts=True)[1]
    assert len(counts) == 10
    assert counts == pytest.approx(np.full(10, 900), rel=0.12)


def test_shapley_estimates_longer_sentences_and_its_signature_says_how():
    values = np.random.default_rng(3).normal(size=2**7)
    estimator = {"type": "shapley_sampling", "permutations": 9}
    above = method("shapley", exact_up_to=6, estimator=estimator)
    estimate = above.attribute(table_of(values), seed=1)
    own = method("shapley_sampling", permutations=9).attribute(table_of(values), seed=1)
    assert_array_equal(estimate.phi, own.phi)
    assert_array_equal(estimate.stderr, own.stderr)
    signature = above.signature()
    assert re.fullmatch("[0-9a-f]{16}", signature.pop("estimator.code"))
    assert signature == {
        "method": "shapley",
        "exact_up_to": 6,
        "above": "sample",
        "estimator": "shapley_sampling",
        "estimator.permutations": 9,
    }
    assert method("shapley").signature()["estimator"] == "odd_regression"
    assert above.attribute(table_of(values[: 2**6]), seed=1).exact


def test_an_unknown_estimator_is_an_error_that_names_its_key():
    unknown = r"methods\.shapley\.estimator\.type: unknown type 'kernel'"
    with pytest.raises(ConfigError, match=unknown):
        method("shapley", estimator={"type": "kernel"})
