"""Sentence-level ERRANT F0.5 (Bryant et al. 2017): spans and corrections of edits must match.

Counts and formulas are those of `errant_compare` in its default mode, span-based correction.
"""

import functools
import itertools
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from gec_attribution.edits.model import Edit
from gec_attribution.metrics.base import Metric

if TYPE_CHECKING:
    from gec_attribution.languages.errant import ErrantExtractor

BETA = 0.5
# Type of an error that an annotator marked but did not correct; it counts for detection only.
UNCORRECTED = "UNK"


class Counts(NamedTuple):
    """Edits in both hypothesis and reference, only in the hypothesis, only in the reference."""

    tp: int
    fp: int
    fn: int


NO_EDITS = Counts(0, 0, 0)


class Scores(NamedTuple):
    """Precision, recall and their F measure with β = 0.5, all in [0, 1]."""

    precision: float
    recall: float
    f: float


class Errant(Metric):
    """F0.5 of the edits that ERRANT finds in a hypothesis, in [0, 1]; for English.

    Edits are found anew between the source and each hypothesis, and between the source and each
    reference, of which the best one counts: what `errant_compare` says of a file of this sentence
    alone, before it rounds. So an unchanged source scores 0 where every reference changes it, and
    1 where one does not; and a hypothesis with some of a system's edits is not compared by those
    edits, but by the ones that ERRANT sees in it.
    """

    version = 2
    needs_references = True

    @functools.cached_property
    def _extractor(self) -> "ErrantExtractor":
        from gec_attribution.languages.errant import ErrantExtractor

        return ErrantExtractor()

    def score(self, sources: Sequence[str], hypotheses: Sequence[str]) -> np.ndarray:
        """See `Metric.score`."""
        corrections = list(zip(sources, hypotheses, strict=True))
        references = {
            source: [(source, text) for text in self.references_of(source)]
            for source in dict.fromkeys(sources)
        }
        pairs = list(dict.fromkeys(itertools.chain(corrections, *references.values())))
        edits = dict(zip(pairs, self._extractor.extract(pairs, progress=False), strict=True))

        def f(source: str, hypothesis: str) -> float:
            choices = [edits[pair] for pair in references[source]]
            _, counts = best_reference(edits[source, hypothesis], choices)
            return score(counts).f

        return np.array([f(*pair) for pair in corrections], dtype=np.float64)

    def store_signature(self) -> dict[str, object]:
        """See `Metric.store_signature`; names the versions of what finds the edits."""
        return {**super().store_signature(), **self._extractor.signature()}


def matches(hypothesis: Sequence[Edit], reference: Sequence[Edit]) -> np.ndarray:
    """Whether each edit of the hypothesis is in the reference: (n,) bool."""
    correct = _corrections(reference)
    return np.array([_correction(edit) in correct for edit in hypothesis], dtype=bool)


def count(hypothesis: Sequence[Edit], reference: Sequence[Edit]) -> Counts:
    """Compare the edits of a hypothesis with those of one reference."""
    proposed, correct = _corrections(hypothesis), _corrections(reference)
    return Counts(len(proposed & correct), len(proposed - correct), len(correct - proposed))


def score(counts: Counts) -> Scores:
    """Precision, recall and F0.5.

    As in ERRANT, precision is 1 where nothing was proposed wrongly and recall 1 where nothing was
    missed; so all are 1 where neither side has an edit.
    """
    tp, fp, fn = counts
    precision = tp / (tp + fp) if fp else 1.0
    recall = tp / (tp + fn) if fn else 1.0
    weighted = BETA**2 * precision + recall
    f = (1 + BETA**2) * precision * recall / weighted if weighted else 0.0
    return Scores(precision, recall, f)


def best_reference(
    hypothesis: Sequence[Edit],
    references: Sequence[Sequence[Edit]],
    before: Counts = NO_EDITS,
) -> tuple[int, Counts]:
    """The reference that gives the hypothesis the best score, and the counts against it.

    It has the highest F0.5; among equals the most true positives, then the fewest false positives,
    then the fewest false negatives, then it comes first.

    Args:
        hypothesis: its edits.
        references: the edits of each reference, at least one.
        before: counts to which the sentence's are added before F0.5 is computed; `errant_compare`
            chooses references by their effect on the corpus score so far.
    """
    compared = [count(hypothesis, reference) for reference in references]
    best = best_of(compared, before)
    return best, compared[best]


def best_of(compared: Sequence[Counts], before: Counts = NO_EDITS) -> int:
    """The index of the best of a hypothesis' counts against each reference.

    Args:
        compared: the counts, at least one.
        before: as for `best_reference`.
    """

    def rank(index: int) -> tuple[float, int, int, int]:
        counts = compared[index]
        total = plus(before, counts)
        # Rounded as in ERRANT, for which references that differ by less are equal.
        return round(score(total).f, 4), counts.tp, -counts.fp, -counts.fn

    return max(range(len(compared)), key=rank)


def plus(one: Counts, other: Counts) -> Counts:
    """The counts of two sentences together."""
    return Counts(*map(sum, zip(one, other, strict=True)))


def _corrections(edits: Sequence[Edit]) -> set[tuple[int, int, str]]:
    return {_correction(edit) for edit in edits if edit.corrects}


def _correction(edit: Edit) -> tuple[int, int, str]:
    return edit.start, edit.end, edit.correction
