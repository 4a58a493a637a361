"""Precision, recall and F0.5 as ERRANT, ChERRANT and CLEME define them."""

from dataclasses import dataclass
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
    tp, fp, fn = (np.asarray(counts, dtype=np.float64) for counts in (tp, fp, fn))
    precision = np.divide(tp, tp + fp, out=np.ones_like(tp), where=fp > 0)
    recall = np.divide(tp, tp + fn, out=np.ones_like(tp), where=fn > 0)
    weighted = BETA**2 * precision + recall
    product = (1 + BETA**2) * precision * recall
    f = np.divide(product, weighted, out=np.zeros_like(tp), where=weighted > 0)
    return FScores(precision, recall, f)


@dataclass(frozen=True)
class CorpusScores:
    """Counts and scores of a corpus.

    Attributes:
        counts: (sentences, kinds) true positives, false positives, false negatives and, where they
            are counted, true negatives; of each sentence, against the reference chosen for it.
        precision: with its interval, in [0, 1].
        recall: likewise.
        f: F0.5, likewise.
    """

    counts: np.ndarray
    precision: Resampled
    recall: Resampled
    f: Resampled


def corpus_scores(counts: np.ndarray, sampling: Resampling) -> CorpusScores:
    """The scores of the sums over all sentences of the counts of `CorpusScores`."""
    scores = sampling.statistic(
        lambda weights: np.stack(f_scores(*(weights @ counts[:, :3]).T), axis=1),
        len(counts),
        drawn_on=int(counts[:, :3].any(axis=1).sum()),
    )
    return CorpusScores(counts, *map(scores.column, range(3)))
