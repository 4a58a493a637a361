"""Broken parts of the library, for tests that want to see another test fail.

A breakage takes the part that it replaces, and gives the broken one.
"""

import random
from collections import Counter

import numpy as np


def zeros_merged_with_positives(original):
    return lambda phi, sign, *game: original(phi, np.where(sign == 0, 1.0, sign), *game)


def positive_only_is_trivial(_):
    return lambda signs: (signs >= 0).all()


def first_of_equals(_):
    def choose(agrees, exists, starts):
        agreeing = np.where(exists, np.add.reduceat(agrees, starts, axis=1, dtype=np.int64), -1)
        return np.argmax(agreeing, axis=0)

    return choose


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
