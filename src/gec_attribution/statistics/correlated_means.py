"""Correlations, over systems, of the systems' means in resampled sources."""

from functools import partial

import numpy as np
from scipy.stats import rankdata

from gec_attribution.statistics.bootstrap import Resampled, Resampling, spread


def correlations_of_means(
    sampling: Resampling, values: np.ndarray, others: np.ndarray
) -> dict[str, Resampled]:
    """Both correlations of `correlate_means`, as `pearson` and `spearman`; lines are resampled."""
    lines = values.shape[1]
    correlations = {}
    for name, ranked in (("pearson", False), ("spearman", True)):
        correlate = partial(correlate_means, values, others, ranked=ranked)
        correlations[name] = sampling.statistic(correlate, lines)
    return correlations


def correlate_means(
    values: np.ndarray, others: np.ndarray, weights: np.ndarray, *, ranked: bool
) -> np.ndarray:
    """Pearson's or Spearman's correlation of two means of each system, for `Resampling.statistic`.

    Args:
        values: (systems, lines) numbers; NaN where a system has none.
        others: (systems, lines) values of the other measure, or (systems,) in place of their means.
        weights: (corpora, lines) how often each corpus has each line.
        ranked: whether the correlation is Spearman's.

    Returns:
        (corpora,) correlations; NaN where a system has no number, or all have the same mean.
    """
    x = _means(values, weights)
    y = _means(others, weights)
    if ranked:
        x = rankdata(x, axis=1)
        y = rankdata(y, axis=1)
    deviations_x, spread_x = _centred(x)
    deviations_y, spread_y = _centred(y)
    return (deviations_x * deviations_y).sum(axis=1) / (spread_x * spread_y)


def _centred(x: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Deviations from each row's mean, and the root of their sum of squares."""
    deviations = x - x.mean(axis=1, keepdims=True)
    squares = (deviations**2).sum(axis=1)
    return deviations, spread(squares, 1e-12 * (x**2).sum(axis=1))


def _means(values: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """The mean of each system in each corpus: (corpora, systems)."""
    if values.ndim == 1:
        return np.broadcast_to(values, (len(weights), len(values)))
    is_defined = ~np.isnan(values)
    sums = weights @ np.where(is_defined, values, 0).T
    counts = weights @ is_defined.T
    with np.errstate(invalid="ignore"):
        return sums / counts
