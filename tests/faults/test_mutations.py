"""Breaks each estimator and each evaluation on purpose: a test that cannot fail tests nothing.

Every case replaces one function by a broken one, and names a check that must notice.
"""

import inspect
import random
from collections import Counter
from dataclasses import replace

import numpy as np
import pytest
import scipy.stats
from attribution import test_methods as of_methods
from evaluation import test_agreement as of_agreement
from evaluation import test_bootstrap as of_bootstrap
from evaluation import test_consistency as of_consistency
from evaluation import test_errant_scores as of_errant_scores
from evaluation import test_gleu as of_gleu
from toy_games import (
    check_additivity,
    check_definition,
    check_dummy,
    check_efficiency,
    check_symmetry,
    check_unanimity,
    table_of,
)

from gec_attribution.attribution import add, base, official_sampling, shapley, shapley_sampling, sub
from gec_attribution.evaluation import agreement, bootstrap, consistency, errant_scores, gleu


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


def zeros_merged_with_positives(original):
    return lambda phi, sign, *game: original(phi, np.where(sign == 0, 1.0, sign), *game)


def positive_only_is_trivial(_):
    return lambda signs: (signs >= 0).all()


def ranks_without_ties(_):
    def rank(x, weights):
        order = np.argsort(x, kind="stable")
        ranks = np.empty_like(weights)
        ranks[:, order] = np.cumsum(weights[:, order], axis=1)
        return ranks

    return rank


def items_drawn_not_sentences(ratio):
    def of_items(numerators, denominators, sentences, **options):
        return ratio(numerators, denominators, np.arange(len(sentences)), **options)

    return of_items


def first_of_equals(_):
    def choose(agrees, exists, starts):
        agreeing = np.where(exists, np.add.reduceat(agrees, starts, axis=1, dtype=np.int64), -1)
        return np.argmax(agreeing, axis=0)

    return choose


def nothing_proposed_is_no_precision(_):
    def score(counts):
        precision = counts.tp / max(counts.tp + counts.fp, 1)
        recall = counts.tp / max(counts.tp + counts.fn, 1)
        total = 0.25 * precision + recall
        return errant_scores.Scores(
            precision, recall, 1.25 * precision * recall / total if total else 0.0
        )

    return score


def nothing_counts_against(matched):
    return lambda hypothesis, _, reference: matched(hypothesis, Counter(), reference)


def below_zero(_):
    return lambda hypothesis, source, reference: sum(
        min(times, reference[ngram]) if ngram in reference else -min(times, source[ngram])
        for ngram, times in hypothesis.items()
    )


def as_in_the_equation(_):
    """A repeated n-gram of the reference counts against a hypothesis, too."""
    return lambda hypothesis, source, reference: max(
        0,
        (hypothesis & reference).total()
        - ((hypothesis & source) - (hypothesis & reference)).total(),
    )


def drawn_by_python_3(_):
    def draw(sentences, references):
        generators = [random.Random(101 * draw) for draw in range(500)]  # noqa: S311
        return np.array([[g.randrange(references) for g in generators] for _ in range(sentences)])

    return draw


def first_reference(_):
    return lambda sentences, _: np.zeros((sentences, 500), dtype=int)


ESTIMATE = (shapley_sampling, "sampled_shapley_values")
RESCALING = (add, "differences")


@pytest.mark.parametrize(
    ("target", "mutation", "test", "arguments"),
    [
        (ESTIMATE, uncorrected, of_methods.test_standard_error_is_the_true_spread, []),
        (ESTIMATE, spread_instead_of_error, of_methods.test_standard_error_predicts_distances, []),
        (ORDERS, one_order_repeated, of_methods.test_more_permutations_come_closer, []),
        (
            (official_sampling.OfficialSampling, "_distinct"),
            many_orders,
            of_methods.test_official_sampling_is_one_order_however_many_are_asked_for,
            [64],
        ),
        (
            RESCALING,
            scale_without_sign,
            of_methods.test_rescaled_differences_sum_to_the_change,
            ["add"],
        ),
        (
            RESCALING,
            division_by_rounding,
            of_methods.test_differences_that_sum_to_zero_cannot_be_rescaled,
            ["add", [0.1, 0.2, -0.3]],
        ),
        (
            (sub, "all_but_one"),
            swapped,
            of_methods.test_add_and_sub_are_the_first_and_the_last_difference,
            [],
        ),
        (
            (base, "_check_efficiency"),
            gap_ignored,
            of_methods.test_a_method_that_loses_value_is_caught,
            [],
        ),
        (
            (of_consistency, "regroup"),
            zeros_merged_with_positives,
            of_consistency.test_edits_without_effect_are_merged_with_neither_sign,
            [],
        ),
        (
            (consistency, "is_trivial"),
            positive_only_is_trivial,
            of_consistency.test_trivial_and_undefined_sentences_are_counted_and_left_out,
            [],
        ),
        (
            (bootstrap, "_ranks"),
            ranks_without_ties,
            of_bootstrap.test_a_correlation_is_scipys_on_the_rows_of_each_resample,
            [of_bootstrap.tied_data(), "spearman", scipy.stats.spearmanr],
        ),
        (
            (bootstrap, "ratio"),
            items_drawn_not_sentences,
            of_bootstrap.test_outputs_of_the_same_sentence_are_no_further_evidence,
            [of_bootstrap.tied_data()],
        ),
        (
            (agreement, "_most_agreeing"),
            first_of_equals,
            of_agreement.test_among_references_that_agree_equally_the_last_is_taken,
            [],
        ),
        (
            (errant_scores, "score"),
            nothing_proposed_is_no_precision,
            of_errant_scores.test_a_line_is_scored_against_its_best_reference,
            [],
        ),
        (
            (gleu, "_matched"),
            nothing_counts_against,
            of_gleu.test_scores_worked_out_by_hand,
            of_gleu.UNCHANGED,
        ),
        (
            (gleu, "_matched"),
            below_zero,
            of_gleu.test_scores_worked_out_by_hand,
            of_gleu.UNCHANGED,
        ),
        (
            (gleu, "_matched"),
            as_in_the_equation,
            of_gleu.test_scores_worked_out_by_hand,
            of_gleu.REPEATED,
        ),
        (
            (gleu, "draw_references"),
            drawn_by_python_3,
            of_gleu.test_references_are_drawn_as_in_the_published_script,
            [],
        ),
        (
            (gleu, "draw_references"),
            first_reference,
            of_gleu.test_a_score_is_the_mean_over_drawn_references,
            [],
        ),
    ],
)
def test_a_broken_part_fails_its_test(monkeypatch, target, mutation, test, arguments):
    patch = [monkeypatch] if "monkeypatch" in inspect.signature(test).parameters else []
    test(*patch, *arguments)
    monkeypatch.setattr(*target, mutation(getattr(*target)))
    with pytest.raises((AssertionError, pytest.fail.Exception)):
        test(*patch, *arguments)
