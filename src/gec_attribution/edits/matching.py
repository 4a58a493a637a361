"""The edits of a hypothesis against those of references, as ERRANT compares them.

Spans and corrections must match. Counts and formulas are those of `errant_compare` in its default
mode, span-based correction (Bryant et al. 2017): an edit that is repeated counts each time, and
edits of type `UNK` do not count.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import numpy as np

from gec_attribution.edits.model import NOT_COUNTED, Edit

BETA = 0.5

CountedEdits = Counter[tuple[int, int, str]]
"""Number of times that each (start, end, correction) occurs."""


class Counts(NamedTuple):
    """Edits in both hypothesis and reference, only in the hypothesis, only in the reference."""

    tp: int
    fp: int
    fn: int


NO_EDITS = Counts(0, 0, 0)


def matches(hypothesis: Sequence[Edit], reference: Sequence[Edit]) -> np.ndarray:
    """Return whether each edit of the hypothesis is in the reference: (n,) bool."""
    correct = _corrections(reference)
    return np.array([edit.key in correct for edit in hypothesis], dtype=bool)


def count(hypothesis: Sequence[Edit], reference: Sequence[Edit]) -> Counts:
    """Compare the edits of a hypothesis with the edits of one reference."""
    return compare(_corrections(hypothesis), _corrections(reference))


def compare(hypothesis: CountedEdits, reference: CountedEdits) -> Counts:
    """True positives, counted as often as in the reference, false positives, false negatives."""
    tp = sum(times for edit, times in reference.items() if edit in hypothesis)
    fp = sum(times for edit, times in hypothesis.items() if edit not in reference)
    return Counts(tp, fp, reference.total() - tp)


def f_score(counts: Counts) -> float:
    """F0.5, as of `judging.f_scores`, which takes arrays."""
    tp, fp, fn = counts
    precision = tp / (tp + fp) if fp else 1.0
    recall = tp / (tp + fn) if fn else 1.0
    weighted = BETA**2 * precision + recall
    if weighted:
        return (1 + BETA**2) * precision * recall / weighted
    return 0.0


def best_reference(
    hypothesis: Sequence[Edit], references: Sequence[Sequence[Edit]]
) -> tuple[int, Counts]:
    """The reference that gives the hypothesis the best score, and the counts against it.

    It has the highest F0.5; among equals the most true positives, then the fewest false positives,
    then the fewest false negatives, then it comes first.
    """
    compared = [count(hypothesis, reference) for reference in references]
    best = best_of(compared)
    return best, compared[best]


def best_of(compared: Sequence[Counts], before: Counts = NO_EDITS) -> int:
    """Index of the best counts, at least one, of a hypothesis; see `best_reference`.

    Args:
        compared: counts against each reference.
        before: counts to which the sentence's are added before F0.5 is computed; `errant_compare`
            chooses references by their effect on the corpus score so far.
    """

    def rank(index: int) -> tuple[float, int, int, int]:
        counts = compared[index]
        total = plus(before, counts)
        # Rounded as in ERRANT: references with a smaller difference are equal.
        return round(f_score(total), 4), counts.tp, -counts.fp, -counts.fn

    return max(range(len(compared)), key=rank)


def plus(counts: Counts, more: Counts) -> Counts:
    """The counts of two sentences together."""
    return Counts(counts.tp + more.tp, counts.fp + more.fp, counts.fn + more.fn)


def corpus_counts(
    hypotheses: Sequence[Sequence[Edit]], references: Sequence[Sequence[Sequence[Edit]]]
) -> list[Counts]:
    """Counts that each line adds to the corpus score, against its reference."""
    compared = []
    for edits, choices in zip(hypotheses, references, strict=True):
        compared.append([count(edits, choice) for choice in choices])
    return list(choose_in_corpus(compared))


def choose_in_corpus(compared: Iterable[Sequence[Counts]]) -> Iterator[Counts]:
    """Counts of each line against the reference that makes the corpus score so far highest.

    A line without any reference counts as one without edits.
    """
    total = NO_EDITS
    for counts in compared:
        best = counts[best_of(counts, total)] if counts else NO_EDITS
        total = plus(total, best)
        yield best


def _corrections(edits: Sequence[Edit]) -> CountedEdits:
    return Counter(edit.key for edit in edits if edit.type != NOT_COUNTED)
