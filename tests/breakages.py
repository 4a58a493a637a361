"""Broken parts of the library, for tests that want to see another test fail.

A breakage takes the part that it replaces, and gives the broken one.
"""

import random
from collections import Counter
from dataclasses import replace

import numpy as np

from gec_attribution.attribution import add, base, interactions, shapley_sampling
from gec_attribution.edits import matching


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


def banzhaf_interactions(_):
    def interact(coefficients):
        n = len(coefficients).bit_length() - 1
        weights = 0.5 ** np.maximum(np.arange(n + 1.0) - 2, 0)
        return interactions._shares(coefficients, weights)[interactions._pair_masks(n)]

    return interact


def shapley_interactions_of_pairs(shapley_taylor):
    return lambda coefficients: replace(
        shapley_taylor(coefficients), pairs=interactions.shapley_interactions(coefficients)
    )


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
    def ratio_of_items(numerators, denominators, sentences, **options):
        return ratio(numerators, denominators, np.arange(len(sentences)), **options)

    return ratio_of_items


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
        f = 1.25 * precision * recall / total if total else 0.0
        return matching.Scores(precision, recall, f)

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


def operations_told_apart(_):
    return lambda types: types


def nothing_is_sampled(_):
    return lambda attributions: np.zeros(len(attributions), dtype=bool)


def every_difference_counts(_):
    return lambda attributions: np.sign(attributions["phi"])


def unrounded(_):
    return 17


def sums_not_means(ratio):
    def sums(numerators, denominators, sentences, **options):
        whole = np.ones_like(denominators) / len(denominators)
        return ratio(numerators, whole, sentences, **options)

    return sums


def edits_counted_from_the_last(texts):
    def counted(game, masks):
        return texts(game, [int(f"{mask:0{game.n}b}"[::-1], 2) for mask in masks])

    return counted


def lengths_left_out(hashed):
    return lambda text, size: hashed(text.partition(":")[2] or text, size)


def all_are_known(_):
    return lambda values, _: np.ones(len(values), dtype=bool)


def a_later_answer_counts(unique):
    def last(values, **options):
        found, first = unique(values[::-1], **options)
        return found, len(values) - 1 - first

    return last
