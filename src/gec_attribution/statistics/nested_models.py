"""Logistic models of what is true of items, cross-validated by source; one may nest another.

Each item is judged by a model fitted to items of other sources, so no model knows the sentence of
an item.
"""

import numpy as np

from gec_attribution.statistics.bootstrap import TIED

FOLDS = 10
REPEATS = 5
"""How often sources are divided into folds anew, so that little depends on one division."""
# Weight of the squared coefficients, intercept excepted. It equals that of one item, and draws
# rare categories towards the others.
_PENALTY = 1.0
_STEPS = 50
_SMALL = 1e-9


def folds(cluster: np.ndarray, seed: int) -> np.ndarray:
    """The fold of each item in each division: a source is in one fold, and folds differ by one.

    Args:
        cluster: (items,) the source of each item.
        seed: seed of the order of the sources.

    Returns:
        (repeats, items) int64, which no two divisions share: 0 to `FOLDS` − 1 in the first one,
        then `FOLDS` to 2 `FOLDS` − 1, and so on.
    """
    sources, place = np.unique(cluster, return_inverse=True)
    random = np.random.Generator(np.random.PCG64(seed))
    orders = [random.permutation(len(sources)) for _ in range(REPEATS)]
    return np.array([FOLDS * n + (order % FOLDS)[place] for n, order in enumerate(orders)])


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
    probabilities, many = np.full(len(right), np.nan), categories.max(initial=0) + 1
    for number in np.unique(fold):
        training = fold != number
        if not 0 < right[training].sum() < training.sum():
            continue
        ranks = [_ranks(feature, feature[training]) for feature in numbers.T]
        columns = np.column_stack([np.ones(len(right)), *ranks])
        of_columns, of_categories = _logistic(
            columns[training], categories[training], right[training], many
        )
        logits = columns[~training] @ of_columns + of_categories[categories[~training]]
        probabilities[~training] = _probability(logits)
    # Rounded, so that categories with equally many right items tie.
    return probabilities.round(TIED)


def log_likelihood(probabilities: np.ndarray, right: np.ndarray) -> np.ndarray:
    """Logarithm, in nats, of the probability of the truth of each item."""
    return np.log(np.where(right, probabilities, 1 - probabilities))


def _ranks(values: np.ndarray, reference: np.ndarray) -> np.ndarray:
    """Mid-ranks of values among reference values, from −√3 to √3, of variance 1."""
    values, ascending = values.round(TIED), np.sort(reference.round(TIED))
    below = np.searchsorted(ascending, values, "left") + np.searchsorted(ascending, values, "right")
    return np.sqrt(3) * (below / len(reference) - 1)


def _probability(logits: np.ndarray) -> np.ndarray:
    return 1 / (1 + np.exp(-logits))


def _logistic(
    columns: np.ndarray, categories: np.ndarray, right: np.ndarray, many: int
) -> tuple[np.ndarray, np.ndarray]:
    """Coefficients of a penalised logistic regression by Newton's method.

    Of the (items, columns), the first is all ones. Each of `many` categories has a coefficient, but
    no column: sums over the items of a category take its place, which is much faster.
    """

    def sums(terms: np.ndarray) -> np.ndarray:
        return np.concatenate([columns.T @ terms, np.bincount(categories, terms, many)])

    first = columns.shape[1]
    coefficients = np.zeros(first + many)
    penalty = _PENALTY * (np.arange(len(coefficients)) > 0)
    for _ in range(_STEPS):
        of_columns, of_categories = np.split(coefficients, [first])
        probabilities = _probability(columns @ of_columns + of_categories[categories])
        spread = probabilities * (1 - probabilities)
        curvature = np.diag(sums(spread))
        curvature[:first] = [sums(spread * column) for column in columns.T]
        curvature[:, :first] = curvature[:first].T
        gradient = sums(right - probabilities) - penalty * coefficients
        step = np.linalg.solve(curvature + np.diag(penalty), gradient)
        coefficients += step
        if np.abs(step).max() < _SMALL:
            break
    return coefficients[:first], coefficients[first:]
