"""Separation of right items from wrong ones by a score, in resampled sources."""

from collections.abc import Callable, Sequence

import numpy as np
import pandas as pd

from gec_attribution.statistics.bootstrap import TIED, Resampled, Resampling

# Sources are compared pair by pair, in the square of their number, where that is less work than
# looking at each item, and the squares fit into memory.
_MOST_PAIRED = 2048
_PAIRS_AN_ITEM = 50


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
    strata = np.zeros(len(values), dtype=np.int64) if strata is None else strata
    ascending = np.argsort(values, kind="stable")
    in_order = strata[ascending]
    ranked = [ascending[in_order == stratum] for stratum in np.unique(strata)]
    sources = cluster.max(initial=0) + 1
    if sources <= min(_MOST_PAIRED, np.sqrt(_PAIRS_AN_ITEM * len(values))):
        return _by_pairs_of_sources(ranked, values, positive, cluster)
    return _item_by_item(ranked, values, positive, cluster)


def _by_pairs_of_sources(
    ranked: Sequence[np.ndarray], values: np.ndarray, positive: np.ndarray, cluster: np.ndarray
) -> Callable[[np.ndarray], np.ndarray]:
    """The areas from the terms of each two sources; no resample looks at an item."""
    sources = int(cluster.max(initial=-1)) + 1
    ordered = np.zeros((sources, sources))
    uppers = []
    lowers = []
    for ascending in ranked:
        upper = ascending[positive[ascending]]
        lower = ascending[~positive[ascending]]
        uppers.append(np.bincount(cluster[upper], minlength=sources))
        lowers.append(np.bincount(cluster[lower], minlength=sources))
        above = values[upper]
        for source in np.unique(cluster[lower]):
            of_source = values[lower[cluster[lower] == source]]
            passed = np.searchsorted(of_source, above) + np.searchsorted(of_source, above, "right")
            ordered[:, source] += np.bincount(cluster[upper], passed / 2, sources)
    shape = (len(ranked), sources)
    upper_counts = np.reshape(uppers, shape).T
    lower_counts = np.reshape(lowers, shape).T

    def compute(counts: np.ndarray) -> np.ndarray:
        counts = counts[:, :sources]
        pairs = ((counts @ upper_counts) * (counts @ lower_counts)).sum(axis=1)
        with np.errstate(invalid="ignore"):
            return ((counts @ ordered) * counts).sum(axis=1) / pairs

    return compute


def _item_by_item(
    ranked: Sequence[np.ndarray], values: np.ndarray, positive: np.ndarray, cluster: np.ndarray
) -> Callable[[np.ndarray], np.ndarray]:
    """The areas from the items in the order of their values, for more sources."""
    firsts = [np.unique(values[ascending], return_index=True)[1] for ascending in ranked]

    def compute(counts: np.ndarray) -> np.ndarray:
        ordered = np.zeros(len(counts))
        pairs = np.zeros(len(counts))
        for ascending, starts in zip(ranked, firsts, strict=True):
            times = counts[:, cluster[ascending]]
            is_positive = positive[ascending]
            upper = np.add.reduceat(times * is_positive, starts, axis=1)
            lower = np.add.reduceat(times * ~is_positive, starts, axis=1)
            below = np.cumsum(lower, axis=1) - lower / 2
            ordered += (upper * below).sum(axis=1)
            pairs += upper.sum(axis=1) * lower.sum(axis=1)
        with np.errstate(invalid="ignore"):
            return ordered / pairs

    return compute
