"""Separation of right items from wrong ones by a score, in resampled sources."""

from collections.abc import Callable

import numpy as np
import pandas as pd

from gec_attribution.statistics.bootstrap import TIED, Resampled, Resampling


def ordered_pairs(
    values: np.ndarray, positive: np.ndarray, group: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Pairs of a positive item and another one of the same group.

    The area under the ROC curve of pairs within groups is the sum of the first array divided by the
    sum of the second.

    Args:
        values: (items,) or (divisions, items) what should be higher for positive items.
        positive: (items,) bool.
        group: the number of each item's group, in each division if there are several.

    Returns:
        (groups,) how many are in order, ties counted half, and (groups,) how many there are, by
        ascending number of the group.
    """
    values, positive, group = _raveled(values, positive, group)
    _, place = np.unique(group, return_inverse=True)
    positives = np.bincount(place, positive)
    negatives = np.bincount(place, ~positive)
    rounded = pd.Series(values.round(TIED))
    ranks = rounded.groupby(place).rank().to_numpy()
    rank_sums = np.bincount(place, ranks * positive)
    # The smallest sum of ranks that this number of positive items can have.
    smallest = positives * (positives + 1) / 2
    return rank_sums - smallest, positives * negatives


def accuracies(
    sampling: Resampling, called: np.ndarray, right: np.ndarray, source: np.ndarray
) -> tuple[Resampled, Resampled]:
    """Accuracy of the calls, and balanced accuracy: its mean among right and wrong items.

    Args:
        sampling: resamples of the sources.
        called: (items,) 1 where an item is called right, 0 for wrong, 0.5 for a tie, NaN for none.
        right: (items,) bool.
        source: (items,) the number of each item's source.
    """
    correct = np.where(right, called, 1 - called)
    every_item = np.ones_like(right)
    groups = np.column_stack([every_item, right, ~right])
    shares = sampling.mean(correct, source, groups=groups)
    accuracy = shares.column(0)
    value = shares.value[1:].mean()
    replicates = shares.replicates[:, 1:].mean(axis=1)
    return accuracy, Resampled(value, replicates, accuracy.sources)


def area_under_curve(
    values: np.ndarray,
    positive: np.ndarray,
    cluster: np.ndarray,
    *,
    strata: np.ndarray | int = 0,
) -> Callable[[np.ndarray], np.ndarray]:
    """The area under the ROC curve as a statistic of resampled sources, for `Resampling.statistic`.

    It is the probability that a positive item, drawn at random, has a higher value than another
    one, ties counted half (Hanley and McNeil 1982). 0.5 is chance.

    Args:
        values: (items,) or (divisions, items) what should be higher for positive items.
        positive: (items,) bool.
        cluster: (items,) the number of each item's source.
        strata: the number of each item's stratum, in each division if there are several: only items
            of the same one are compared, such as those to which the same fitted model gave their
            values.

    Returns:
        Takes (corpora, sources) how often each corpus has each source, and returns the (corpora,)
        areas; NaN where a corpus has no positive item, or nothing else.
    """
    values, positive, cluster, strata = _raveled(values, positive, cluster, strata)
    values = values.round(TIED)
    ascending = np.argsort(values, kind="stable")
    # The items of each stratum by ascending value, and the start of each run of tied items.
    ranked = []
    for stratum in np.unique(strata):
        items = ascending[strata[ascending] == stratum]
        _, starts = np.unique(values[items], return_index=True)
        ranked.append((items, starts))

    def compute(counts: np.ndarray) -> np.ndarray:
        ordered = np.zeros(len(counts))
        pairs = np.zeros(len(counts))
        for items, starts in ranked:
            weights = counts[:, cluster[items]]
            is_positive = positive[items]
            positives = np.add.reduceat(weights * is_positive, starts, axis=1)
            negatives = np.add.reduceat(weights * ~is_positive, starts, axis=1)
            # Half of the tied items count as below.
            below = np.cumsum(negatives, axis=1) - negatives / 2
            ordered += (positives * below).sum(axis=1)
            pairs += positives.sum(axis=1) * negatives.sum(axis=1)
        with np.errstate(invalid="ignore"):
            return ordered / pairs

    return compute


def _raveled(*arrays: np.ndarray | int) -> list[np.ndarray]:
    """Arrays of items, each division after the one before it: (divisions * items,)."""
    return [array.ravel() for array in np.broadcast_arrays(*arrays)]
