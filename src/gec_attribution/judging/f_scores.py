"""Precision, recall and F0.5 as ERRANT, ChERRANT and CLEME define them."""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from gec_attribution.edits.matching import BETA
from gec_attribution.statistics.bootstrap import Resampled, Resampling


class FScores(NamedTuple):
    """Precision, recall and their F measure with β = 0.5, all in [0, 1] and of one shape."""

    precision: np.ndarray
    recall: np.ndarray
    f: np.ndarray


def f_scores(tp: np.ndarray, fp: np.ndarray, fn: np.ndarray) -> FScores:
    """The scores of counts, or of sums of weights, elementwise.

    Precision is 1 where nothing was proposed wrongly and recall 1 where nothing was missed; so all
    are 1 where neither side has an edit. All arrays have one shape.
    """
    precision = divided(tp, tp + fp, otherwise=1)
    recall = divided(tp, tp + fn, otherwise=1)
    weighted = BETA**2 * precision + recall
    product = (1 + BETA**2) * precision * recall
    return FScores(precision, recall, divided(product, weighted, otherwise=0))


def divided(
    numerators: np.ndarray, denominators: np.ndarray, *, otherwise: float
) -> np.ndarray:
    """Quotients of numbers; `otherwise` where the lower one, a denominator, is not above 0."""
    shape = np.broadcast_shapes(np.shape(numerators), np.shape(denominators))
    quotients = np.full(shape, float(otherwise))
    return np.divide(numerators, denominators, out=quotients, where=denominators > 0)


class Scores(NamedTuple):
    """Counts of edits or chunks by kind, and scores with intervals by name, NaN where undefined."""

    counts: Mapping[str, float]
    scores: Mapping[str, Resampled]


ByMeasure = dict[tuple[str, ...], Scores]
"""Scores by the name of their measure, which may have several parts."""


def corpus_scores(
    counts: np.ndarray, sampling: Resampling, *, weighted: bool = False
) -> Scores:
    """The scores of the sums over all sentences of counts; arguments are those of `with_counts`."""
    without_tn = counts[:, :3]

    def measure(weights: np.ndarray) -> np.ndarray:
        tp, fp, fn = (weights @ without_tn).T
        return np.stack(f_scores(tp, fp, fn), axis=1)

    has_edits = without_tn.any(axis=1)
    measured = sampling.statistic(measure, len(counts), drawn_on=int(has_edits.sum()))
    return with_counts(counts, measured, weighted=weighted)


def with_counts(
    counts: np.ndarray, measured: Resampled, *, weighted: bool = False
) -> Scores:
    """Precision, recall and F0.5 with the sums of what they were measured on.

    `counts` (sentences, kinds) are true positives, false positives, false negatives and, where they
    are counted, true negatives; of each sentence, against the reference chosen for it. If not
    `weighted`, they are whole numbers.
    """
    totals = counts.sum(axis=0).tolist()
    if not weighted:
        totals = list(map(round, totals))
    # True negatives may be missing.
    by_kind = dict(zip(("tp", "fp", "fn", "tn"), totals, strict=False))
    names = ("precision", "recall", "f0_5")
    scores = {name: measured.column(place) for place, name in enumerate(names)}
    return Scores(by_kind, scores)
