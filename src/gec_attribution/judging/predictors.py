"""Predictors of what people or references find right, of edits or of pairs of corrections."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial

import numpy as np
import pandas as pd

from gec_attribution.statistics import nested_models


@dataclass(frozen=True, eq=False)
class Predictor:
    """A number for each item, higher for items that are more likely right.

    Attributes:
        name: name of the predictor.
        numbers: (items,) or (divisions, items) float64; the latter are by models of each division
            of the sources into folds.
        threshold: items above it are called right; None for a predictor that calls none.
        metric: the metric whose scores it reads; empty for none.
        method: the attribution method; empty for a predictor without one.
        signature: dependencies of the numbers.
    """

    name: str
    numbers: np.ndarray
    threshold: float | None = None
    metric: str = ""
    method: str = ""
    signature: str = ""

    @property
    def scores(self) -> np.ndarray:
        """(items,) the numbers, those of the first division."""
        return np.atleast_2d(self.numbers)[0]

    @property
    def called(self) -> np.ndarray:
        """(items,) 1 where an item is called right, 0 for wrong, 0.5 for a tie."""
        return np.heaviside(self.scores - self.threshold, 0.5)

    def of(self, rows: np.ndarray) -> "Predictor":
        """The predictor of some of the items, by number or mask."""
        return replace(self, numbers=self.numbers[..., rows])


def names_of_predictors(table: pd.DataFrame, labels: Mapping[str, str]) -> list[str]:
    """The label of each row's predictor, with the metric whose scores it reads."""
    names = []
    for predictor, metric in zip(table["predictor"], table["metric"], strict=True):
        label = labels[predictor]
        names.append(f"{label}, {metric}" if metric else label)
    return names


def numbered(names: object) -> np.ndarray:
    """(items,) the number of each item's name, such as an error type, in alphabetical order."""
    return np.unique(np.asarray(names, dtype=str), return_inverse=True)[1]


def by_category(
    categories: np.ndarray, right: np.ndarray, folds: np.ndarray
) -> np.ndarray:
    """(divisions, items) how often items of the same category are right in other folds."""
    no_numbers = np.zeros((len(right), 0))
    judge = partial(nested_models.judged, categories, no_numbers, right)
    return np.array([judge(fold) for fold in folds])


def held_out_likelihood(
    categories: np.ndarray, numbers: np.ndarray, right: np.ndarray, fold: np.ndarray
) -> np.ndarray:
    """(items,) log likelihood, in nats, of each item's truth; see `nested_models.judged`."""
    probabilities = nested_models.judged(categories, numbers, right, fold)
    return nested_models.log_likelihood(probabilities, right)
