"""Breaks each estimator on purpose: a property test that cannot fail tests nothing.

Every case replaces one function by a broken one, and names a check that must notice.
"""

from dataclasses import replace

import numpy as np
import pytest
import test_attribution
from games import (
    check_additivity,
    check_definition,
    check_dummy,
    check_efficiency,
    check_symmetry,
    check_unanimity,
    table_of,
)

from gec_attribution.attribution import add, base, official_sampling, shapley, shapley_sampling, sub


def exact(values):
    return shapley.shapley_values(values)


def all_orders(values):
    return shapley_sampling.sampled_shapley_values(table_of(values), 120, seed=0).phi


def few_orders(values):
    return shapley_sampling.sampled_shapley_values(table_of(values), 5, seed=0).phi


def banzhaf_weights(weights):
    return lambda n: np.full_like(weights(n), 0.5 ** (n - 1))


def without_the_empty_coalition(weights):
    return lambda n: np.where(np.arange(2 ** (n - 1)) == 0, 0, weights(n))


def bits_reversed(shapley_values):
    return lambda values: shapley_values(values)[::-1]


def equal_shares(_):
    def share(values):
        n = len(values).bit_length() - 1
        return np.full(n, (values[-1] - values[0]) / n)

    return share


def first_order_only(_):
    return lambda values: np.diff(values[[2**k - 1 for k in range(len(values).bit_length())]])


def winner_takes_all(shapley_values):
    def take(values):
        phi = shapley_values(values)
        return np.where(np.abs(phi) == np.abs(phi).max(), phi.sum(), 0)

    return take


def one_order_repeated(sample_permutations):
    def repeat(n, count, seed):
        orders = sample_permutations(n, count, seed)
        return np.repeat(orders[:1], len(orders), axis=0)

    return repeat


def steps_credited_by_position(_):
    def credit(table, orders):
        return np.diff(table.at(shapley_sampling.prefix_masks(orders)), axis=1)

    return credit


def last_step_forgotten(marginal_contributions):
    def forget(table, orders):
        contributions = marginal_contributions(table, orders)
        np.put_along_axis(contributions, orders[:, -1:], 0, axis=1)
        return contributions

    return forget


SHAPLEY = (shapley, "shapley_values")
WEIGHTS = (shapley, "_weights")
CONTRIBUTIONS = (shapley_sampling, "marginal_contributions")
ORDERS = (shapley_sampling, "sample_permutations")


@pytest.mark.parametrize(
    ("target", "mutation", "check", "estimator"),
    [
        (WEIGHTS, banzhaf_weights, check_definition, exact),
        (WEIGHTS, banzhaf_weights, check_unanimity, exact),
        (WEIGHTS, banzhaf_weights, check_efficiency, exact),
        (WEIGHTS, without_the_empty_coalition, check_definition, exact),
        (WEIGHTS, without_the_empty_coalition, check_efficiency, exact),
        (SHAPLEY, bits_reversed, check_definition, exact),
        (SHAPLEY, bits_reversed, check_dummy, exact),
        (SHAPLEY, equal_shares, check_dummy, exact),
        (SHAPLEY, equal_shares, check_unanimity, exact),
        (SHAPLEY, first_order_only, check_symmetry, exact),
        (SHAPLEY, winner_takes_all, check_additivity, exact),
        (ORDERS, one_order_repeated, check_definition, all_orders),
        (ORDERS, one_order_repeated, check_symmetry, all_orders),
        (CONTRIBUTIONS, steps_credited_by_position, check_dummy, few_orders),
        (CONTRIBUTIONS, steps_credited_by_position, check_definition, all_orders),
        (CONTRIBUTIONS, last_step_forgotten, check_efficiency, few_orders),
    ],
)
def test_a_broken_estimator_loses_its_property(monkeypatch, target, mutation, check, estimator):
    check(estimator)
    monkeypatch.setattr(*target, mutation(getattr(*target)))
    with pytest.raises(AssertionError):
        check(estimator)


def uncorrected(sampled):
    """Standard errors without the finite population correction."""

    def estimate(table, permutations, seed):
        orders = shapley_sampling.sample_permutations(table.n, permutations, seed)
        spread = shapley_sampling.marginal_contributions(table, orders).std(axis=0, ddof=1)
        return replace(sampled(table, permutations, seed), stderr=spread / len(orders) ** 0.5)

    return estimate


def spread_instead_of_error(sampled):
    def estimate(table, permutations, seed):
        found = sampled(table, permutations, seed)
        return replace(found, stderr=found.stderr * permutations**0.5)

    return estimate


def scale_without_sign(differences):
    def rescale(table, with_edit, without_edit, wanted):
        found = differences(table, with_edit, without_edit, wanted)
        return replace(found, phi=np.abs(found.scale) * (with_edit - without_edit))

    return rescale


def division_by_rounding(_):
    def rescale(table, with_edit, without_edit, wanted):
        raw = with_edit - without_edit
        factor = (table.score - table.baseline) / raw.sum() if wanted and raw.sum() else 1.0
        return base.Estimate(factor * raw, np.zeros(table.n), scale=factor)

    return rescale


def many_orders(_):
    return lambda method, _: method.permutations


def swapped(_):
    return add.single_edits


def gap_ignored(_):
    return lambda *_: None


STANDARD_ERROR = (
    test_attribution.test_standard_error_is_the_true_spread_of_samples_without_replacement
)
RESCALING = (add, "differences")


@pytest.mark.parametrize(
    ("target", "mutation", "test"),
    [
        (
            (shapley_sampling, "sampled_shapley_values"),
            uncorrected,
            STANDARD_ERROR,
        ),
        (
            (shapley_sampling, "sampled_shapley_values"),
            spread_instead_of_error,
            lambda _: (
                test_attribution.test_standard_error_predicts_the_distance_to_the_exact_value()
            ),
        ),
        (
            ORDERS,
            one_order_repeated,
            lambda _: test_attribution.test_more_permutations_come_closer(),
        ),
        (
            (official_sampling.OfficialSampling, "_distinct"),
            many_orders,
            lambda _: (
                test_attribution.test_official_sampling_is_one_order_however_many_are_asked_for(64)
            ),
        ),
        (
            RESCALING,
            scale_without_sign,
            lambda _: test_attribution.test_rescaled_differences_sum_to_the_change("add"),
        ),
        (
            RESCALING,
            division_by_rounding,
            lambda _: test_attribution.test_differences_that_sum_to_zero_cannot_be_rescaled(
                "add", [0.1, 0.2, -0.3]
            ),
        ),
        (
            (sub, "all_but_one"),
            swapped,
            lambda _: test_attribution.test_add_and_sub_are_the_first_and_the_last_difference(),
        ),
        (
            (base, "_check_efficiency"),
            gap_ignored,
            test_attribution.test_a_method_that_loses_value_is_caught,
        ),
    ],
)
def test_a_broken_part_fails_its_test(monkeypatch, target, mutation, test):
    monkeypatch.setattr(*target, mutation(getattr(*target)))
    with pytest.raises((AssertionError, pytest.fail.Exception)):
        test(monkeypatch)
