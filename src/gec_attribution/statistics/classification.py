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
        values: (items,) what should be higher for positive items.
        positive: (items,) bool.
        group: (items,) the number of each item's group.

    Returns:
        (groups,) how many are in order, ties counted half, and (groups,) how many there are, by
        ascending number of the group.
    """
    place = np.unique(group, return_inverse=True)[1]
    upper = np.bincount(place, positive)
    lower = np.bincount(place, ~positive)
    ranks = pd.Series(values.round(TIED)).groupby(place).rank().to_numpy()
    rank_sums = np.bincount(place, ranks * positive)
    # The smallest sum of ranks that so many positive items can have.
    smallest = upper * (upper + 1) / 2
    return rank_sums - smallest, upper * lower


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
    groups = np.column_stack([np.ones_like(right), right, ~right])
    shares = sampling.mean(correct, source, groups=groups)
    value = shares.value[1:].mean()
    replicates = shares.replicates[:, 1:].mean(axis=1)
    return shares.column(0), Resampled(value, replicates, shares.sources[0])


def area_under_curve(
    values: np.ndarray,
    positive: np.ndarray,
    cluster: np.ndarray,
    *,
    strata: np.ndarray | None = None,
) -> Callable[[np.ndarray], np.ndarray]:
    """The area under the ROC curve as a statistic of resampled sources, for `Resampling.statistic`.

    It is the probability that a positive item, drawn at random, has a higher value than another
    one, ties counted half (Hanley and McNeil 1982). 0.5 is chance.

    Args:
        values: (items,) what should be higher for positive items.
        positive: (items,) bool.
        cluster: (items,) the number of each item's source.
        strata: (items,) the number of each item's stratum: only items of the same one are compared,
            such as those to which the same fitted model gave their values.

    Returns:
        Takes (corpora, sources) how often each corpus has each source, and returns the (corpora,)
        areas; NaN where a corpus has no positive item, or nothing else.
    """
    values = values.round(TIED)
    if strata is None:
        strata = np.zeros(len(values), dtype=np.int64)
    ascending = np.argsort(values, kind="stable")
    in_order = strata[ascending]
    # The items of each stratum by ascending value, and where each distinct value begins.
    ranked = [ascending[in_order == stratum] for stratum in np.unique(strata)]
    firsts = [np.unique(values[items], return_index=True)[1] for items in ranked]

    def compute(counts: np.ndarray) -> np.ndarray:
        ordered = np.zeros(len(counts))
        pairs = np.zeros(len(counts))
        for items, starts in zip(ranked, firsts, strict=True):
            times = counts[:, cluster[items]]
            is_positive = positive[items]
            upper = np.add.reduceat(times * is_positive, starts, axis=1)
            lower = np.add.reduceat(times * ~is_positive, starts, axis=1)
            below = np.cumsum(lower, axis=1) - lower / 2
            ordered += (upper * below).sum(axis=1)
            pairs += upper.sum(axis=1) * lower.sum(axis=1)
        with np.errstate(invalid="ignore"):
            return ordered / pairs

    return compute
