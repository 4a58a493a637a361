"""How well a score or a sign tells right items from wrong ones, in resampled sources.

Agreement alone says little where most items are right, for then a sign that never changes agrees
with most of them. It has 0.5 in balanced accuracy and in the area under the ROC curve, and 0 in
Matthews' correlation, however many are right.
"""

from collections.abc import Callable, Sequence
from typing import Literal

import numpy as np
import pandas as pd

SIGN_MEASURES = ("agreement", "balanced_accuracy", "mcc")
"""The measures of `sign_measures`, in their order."""
# So many sources are compared pair by pair, which takes the square of their number.
_MOST_PAIRED = 2048
_ENDS: tuple[Literal["left"], Literal["right"]] = ("left", "right")


def confusion(positive: np.ndarray, right: np.ndarray) -> np.ndarray:
    """Whether each item is right and called so, right and not, wrong and called right, wrong.

    Args:
        positive: (...) bool, what is said of the items.
        right: (...) bool, what is true of them.

    Returns:
        (..., 4) float64, of which one is 1. The mean over what is drawn at random is its
        expectation.
    """
    return np.stack(
        [positive & right, ~positive & right, positive & ~right, ~positive & ~right], axis=-1
    ).astype(float)


def sign_measures(
    confusions: np.ndarray, cluster: np.ndarray, sources: int
) -> Callable[[np.ndarray], np.ndarray]:
    """`SIGN_MEASURES` as statistics of resampled sources, for `bootstrap.statistic`.

    Agreement is the share of items of which the truth is said; balanced accuracy the mean of that
    share among right items and among wrong ones (Brodersen et al. 2010); and Matthews' (1975)
    correlation that of what is said with what is true, 0 where the same is said of all items.

    Args:
        confusions: (items, 4) as `confusion` gives them.
        cluster: (items,) the number of each item's source.
        sources: how many sources there are.

    Returns:
        Takes (corpora, sources) how often each corpus has each source, and returns (corpora,
        measures); NaN where a corpus has no item, or for the latter two, no right or no wrong one.
    """
    totals = np.column_stack([np.bincount(cluster, part, sources) for part in confusions.T])

    def compute(counts: np.ndarray) -> np.ndarray:
        hits, misses, alarms, rejections = (counts @ totals).T
        right, wrong = hits + misses, alarms + rejections
        called, uncalled = hits + alarms, misses + rejections
        with np.errstate(invalid="ignore", divide="ignore"):
            agreement = (hits + rejections) / (right + wrong)
            balanced = (hits / right + rejections / wrong) / 2
            covariance = hits * rejections - misses * alarms
            spread = np.sqrt(right * wrong) * np.sqrt(called * uncalled)
            constant = np.where(right * wrong > 0, 0.0, np.nan)
            mcc = np.where(called * uncalled > 0, covariance / spread, constant)
        return np.column_stack([agreement, balanced, mcc])

    return compute


def ordered_pairs(
    values: np.ndarray, positive: np.ndarray, group: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Pairs of a positive item and another one of the same group.

    The sum of those in order over that of all pairs is the area under the ROC curve of pairs within
    groups.

    Args:
        values: (items,) what should be higher for positive items.
        positive: (items,) bool.
        group: (items,) the number of each item's group.

    Returns:
        (groups,) how many are in order, ties counted half, and (groups,) how many there are, by
        ascending number of the group.
    """
    place = np.unique(group, return_inverse=True)[1]
    upper, lower = np.bincount(place, positive), np.bincount(place, ~positive)
    ranks = pd.Series(values).groupby(place).rank().to_numpy()
    return np.bincount(place, ranks * positive) - upper * (upper + 1) / 2, upper * lower


def area_under_curve(
    values: np.ndarray,
    positive: np.ndarray,
    cluster: np.ndarray,
    *,
    strata: np.ndarray | None = None,
) -> Callable[[np.ndarray], np.ndarray]:
    """The area under the ROC curve as a statistic of resampled sources, for `bootstrap.statistic`.

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
    strata = np.zeros(len(values), dtype=np.int64) if strata is None else strata
    ranked = [
        members[np.argsort(values[members], kind="stable")]
        for members in (np.flatnonzero(strata == stratum) for stratum in np.unique(strata))
    ]
    if cluster.max(initial=0) < _MOST_PAIRED:
        return _by_pairs_of_sources(ranked, values, positive, cluster)
    return _item_by_item(ranked, values, positive, cluster)


def _by_pairs_of_sources(
    ranked: Sequence[np.ndarray],
    values: np.ndarray,
    positive: np.ndarray,
    cluster: np.ndarray,
) -> Callable[[np.ndarray], np.ndarray]:
    """The areas from what each two sources add to them, so that no resample looks at an item."""
    sources = int(cluster.max(initial=-1)) + 1
    ordered, pairs = np.zeros((sources, sources)), np.zeros((sources, sources))
    for ascending in ranked:
        upper, lower = ascending[positive[ascending]], ascending[~positive[ascending]]
        mass = np.bincount(cluster[upper], minlength=sources)
        for source in np.unique(cluster[lower]):
            others = lower[cluster[lower] == source]
            ends = (np.searchsorted(values[others], values[upper], end) for end in _ENDS)
            passed = sum(ends, start=np.zeros(len(upper))) / 2
            ordered[:, source] += np.bincount(cluster[upper], passed, sources)
            pairs[:, source] += mass * len(others)

    def compute(counts: np.ndarray) -> np.ndarray:
        counts = counts[:, :sources]
        with np.errstate(invalid="ignore"):
            return ((counts @ ordered) * counts).sum(axis=1) / ((counts @ pairs) * counts).sum(
                axis=1
            )

    return compute


def _item_by_item(
    ranked: Sequence[np.ndarray],
    values: np.ndarray,
    positive: np.ndarray,
    cluster: np.ndarray,
) -> Callable[[np.ndarray], np.ndarray]:
    """The areas from the items in the order of their values, for more sources."""
    firsts = [np.unique(values[ascending], return_index=True)[1] for ascending in ranked]

    def compute(counts: np.ndarray) -> np.ndarray:
        ordered, pairs = np.zeros(len(counts)), np.zeros(len(counts))
        for ascending, starts in zip(ranked, firsts, strict=True):
            times = counts[:, cluster[ascending]]
            upper, lower = (
                np.add.reduceat(times * chosen, starts, axis=1)
                for chosen in (positive[ascending], ~positive[ascending])
            )
            below = np.cumsum(lower, axis=1) - lower / 2
            ordered += (upper * below).sum(axis=1)
            pairs += upper.sum(axis=1) * lower.sum(axis=1)
        with np.errstate(invalid="ignore"):
            return ordered / pairs

    return compute
