"""Percentile bootstrap intervals (Efron 1979) from resampled sentences.

What is resampled is a source sentence with all that belongs to it: its edits, and the outputs of
all systems for it, which are not independent of each other. A resample is held as the number of
times that each sentence was drawn, so that statistics of all resamples are a few array operations.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

CONFIDENCE = 0.95
# Resamples whose statistics are computed together, which bounds the memory they take.
BLOCK = 100


@dataclass(frozen=True)
class Interval:
    """A statistic with its 95 % interval; NaN where undefined.

    Attributes:
        value: the statistic of the data; a number or an array.
        low: lower bound, of the same shape.
        high: upper bound.
    """

    value: np.ndarray
    low: np.ndarray
    high: np.ndarray


def ratio(
    numerators: np.ndarray,
    denominators: np.ndarray,
    sentences: np.ndarray,
    *,
    resamples: int,
    seed: int,
) -> Interval:
    """Ratios of sums over items, such as a mean, a share or a precision.

    Args:
        numerators: (items,) or (items, statistics) terms of the upper sum.
        denominators: terms of the lower sum, of the same shape.
        sentences: (items,) the source sentence that each item belongs to.
        resamples: number of resamples.
        seed: seed of the resampling.

    Returns:
        Σ numerators / Σ denominators, as a number or as (statistics,).
    """
    _, cluster = np.unique(sentences, return_inverse=True)
    upper, lower = _sums(numerators, cluster), _sums(denominators, cluster)
    counts = resample_counts(len(upper), resamples, seed)
    with np.errstate(invalid="ignore", divide="ignore"):
        value = upper.sum(axis=0) / lower.sum(axis=0)
        resampled = (counts @ upper) / (counts @ lower)
    return _interval(value, resampled, len(upper))


def correlations(
    x: np.ndarray, y: np.ndarray, sentences: np.ndarray, *, resamples: int, seed: int
) -> dict[str, Interval]:
    """Pearson's and Spearman's correlation of items, as `pearson` and `spearman`.

    Args:
        x: (items,) one variable.
        y: (items,) the other.
        sentences: (items,) the source sentence that each item belongs to.
        resamples: number of resamples.
        seed: seed of the resampling.
    """
    distinct, cluster = np.unique(sentences, return_inverse=True)

    def interval(correlation: Callable[..., np.ndarray]) -> Interval:
        return statistic(
            lambda counts: correlation(x, y, counts[:, cluster]),
            len(distinct),
            resamples=resamples,
            seed=seed,
        )

    return {"pearson": interval(_pearson), "spearman": interval(_spearman)}


def statistic(
    of_counts: Callable[[np.ndarray], np.ndarray], sentences: int, *, resamples: int, seed: int
) -> Interval:
    """Any statistic of sentences.

    Args:
        of_counts: takes (corpora, sentences) how often each corpus has each sentence, and gives
            the (corpora,) statistic of each.
        sentences: number of sentences.
        resamples: number of resamples.
        seed: seed of the resampling.
    """
    counts = resample_counts(sentences, resamples, seed)
    blocks = np.split(counts, range(BLOCK, resamples, BLOCK))
    value = of_counts(np.ones((1, sentences)))[0]
    return _interval(value, np.concatenate([of_counts(block) for block in blocks]), sentences)


def resample_counts(clusters: int, resamples: int, seed: int) -> np.ndarray:
    """How often each cluster was drawn in each resample: (resamples, clusters) float64."""
    generator = np.random.Generator(np.random.PCG64(seed))
    drawn = generator.integers(clusters, size=(resamples, clusters)) if clusters else np.empty(0)
    cells = drawn + clusters * np.arange(resamples)[:, None]
    counts = np.bincount(cells.ravel().astype(np.int64), minlength=resamples * clusters)
    return counts.reshape(resamples, clusters).astype(np.float64)


def _sums(terms: np.ndarray, cluster: np.ndarray) -> np.ndarray:
    sums = np.zeros((cluster.max(initial=-1) + 1, *terms.shape[1:]))
    np.add.at(sums, cluster, terms)
    return sums


def _interval(value: np.ndarray, resampled: np.ndarray, clusters: int) -> Interval:
    """Percentiles over the resamples in which the statistic is defined."""
    tail = (1 - CONFIDENCE) / 2
    bounds = np.full((2, *np.shape(value)), np.nan)
    defined = ~np.isnan(resampled).all(axis=0) & ~np.isnan(value)
    # One sentence says nothing about the spread between sentences.
    if clusters > 1 and defined.any():
        bounds[:, defined] = np.nanquantile(resampled[:, defined], [tail, 1 - tail], axis=0)
    return Interval(value, *bounds)


def _pearson(x: np.ndarray, y: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """Pearson's correlation under each row of (resamples, items) weights.

    `x` and `y` are (items,), or (resamples, items) where they differ between resamples.
    """
    x, spread_x = _centred(x, weights)
    y, spread_y = _centred(y, weights)
    return (weights * x * y).sum(axis=1) / (spread_x * spread_y)


def _centred(x: np.ndarray, weights: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Deviations from the mean and the root of their squares' sum, which is NaN for a constant."""
    with np.errstate(invalid="ignore"):
        mean = (weights * x).sum(axis=1, keepdims=True) / weights.sum(axis=1, keepdims=True)
    deviations = x - mean
    squares = (weights * deviations**2).sum(axis=1)
    # Rounding gives a constant deviations that are tiny, and a correlation that is noise.
    rounding = (1e-12) ** 2 * (weights * x**2).sum(axis=1)
    return deviations, np.sqrt(np.where(squares > rounding, squares, np.nan))


def _spearman(x: np.ndarray, y: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """Spearman's correlation under each row of weights: Pearson's of the mid-ranks."""
    return _pearson(_ranks(x, weights), _ranks(y, weights), weights)


def _ranks(x: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """Mid-rank of each item in each resample, where item i occurs `weights[:, i]` times."""
    _, place, sizes = np.unique(x, return_inverse=True, return_counts=True)
    ascending = weights[:, np.argsort(place, kind="stable")]
    tied = np.add.reduceat(ascending, np.cumsum(sizes) - sizes, axis=1)
    return (np.cumsum(tied, axis=1) - (tied - 1) / 2)[:, place]
