"""Logistic models of what is true of items, cross-validated by source; one may nest another.

Each item is judged by a model fitted to items of other sources, so no model knows the sentence of
an item.
"""

import numpy as np

from gec_attribution.statistics.bootstrap import TIED


def judged(
    categories: np.ndarray, numbers: np.ndarray, right: np.ndarray, fold: np.ndarray
) -> np.ndarray:
    """The probability that each item is right, of logistic models fitted to the other folds.

    Args:
        categories: (items,) the number of each item's category; the same one without categories.
        numbers: (items, features). The model takes their ranks among the items it is fitted to, so
            units and tails do not count.
        right: (items,) bool.
        fold: (items,) of one division.

    Returns:
        (items,) float64 in (0, 1); NaN where the other folds have no right or no wrong item.
    """
    from sklearn.linear_model import LogisticRegression  # slow to import

    probabilities = np.full(len(right), np.nan)
    indicators = np.eye(categories.max(initial=0) + 1)
    category_columns = indicators[categories]
    for number in np.unique(fold):
        is_fitted = fold != number
        if len(np.unique(right[is_fitted])) < 2:
            continue
        ranks = [_ranks(feature, feature[is_fitted]) for feature in numbers.T]
        columns = np.column_stack([*ranks, category_columns])
        # The penalty equals one item's weight, and draws rare categories towards the others.
        model = LogisticRegression(C=1.0, solver="newton-cholesky", tol=1e-9)
        model.fit(columns[is_fitted], right[is_fitted])
        predicted = model.predict_proba(columns[~is_fitted])
        probabilities[~is_fitted] = predicted[:, 1]
    # Rounded, so that categories with equally many right items tie.
    return probabilities.round(TIED)


def log_likelihood(probabilities: np.ndarray, right: np.ndarray) -> np.ndarray:
    """Logarithm, in nats, of the probability of the truth of each item."""
    return np.log(np.where(right, probabilities, 1 - probabilities))


def _ranks(values: np.ndarray, reference: np.ndarray) -> np.ndarray:
    """Mid-ranks of values among reference values, from −√3 to √3, of variance 1."""
    values = values.round(TIED)
    ascending = np.sort(reference.round(TIED))
    smaller = np.searchsorted(ascending, values, "left")
    not_larger = np.searchsorted(ascending, values, "right")
    # Twice the mid-rank, so from 0 to 2 once divided.
    doubled = smaller + not_larger
    return np.sqrt(3) * (doubled / len(reference) - 1)
