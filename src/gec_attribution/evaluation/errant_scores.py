"""ERRANT's reference-based scores (Bryant et al. 2017): spans and corrections must match.

They are the counts and formulas of `errant_compare` in its default mode, span-based correction.
"""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pandas as pd

from gec_attribution.edits.m2 import read_m2
from gec_attribution.edits.model import Edit
from gec_attribution.errors import InputError

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


def read_references(paths: Iterable[str | Path]) -> list[list[tuple[Edit, ...]]]:
    """The references of each line: all coders of all files, in the order of the files.

    Raises:
        InputError: the files differ in length, or a line has no reference.
    """
    files = {path: read_m2(path) for path in paths}
    if len({len(sentences) for sentences in files.values()}) > 1:
        found = ", ".join(f"{path} has {len(sentences)}" for path, sentences in files.items())
        raise InputError(f"references must have a sentence for each source: {found}")
    lines = [
        [edits for sentence in line for _, edits in sorted(sentence.coders.items())]
        for line in zip(*files.values(), strict=True)
    ]
    for number, references in enumerate(lines, start=1):
        if not references:
            raise InputError(f"{', '.join(map(str, files))}: sentence {number} has no reference")
    return lines


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

    def rank(index: int) -> tuple[float, int, int, int]:
        counts = compared[index]
        total = _sum(before, counts)
        # Rounded as in ERRANT, for which references that differ by less are equal.
        return round(score(total).f, 4), counts.tp, -counts.fp, -counts.fn

    best = max(range(len(compared)), key=rank)
    return best, compared[best]


def sentence_scores(
    hypotheses: Sequence[Sequence[Edit]], references: Sequence[Sequence[Sequence[Edit]]]
) -> pd.DataFrame:
    """Each hypothesis against its best reference.

    Args:
        hypotheses: the edits of each line.
        references: the references of each line, as `read_references` gives them.

    Returns:
        line (from 1), reference (its index), tp, fp, fn, precision, recall, f.
    """
    rows = []
    pairs = zip(hypotheses, references, strict=True)
    for line, (hypothesis, choices) in enumerate(pairs, start=1):
        reference, counts = best_reference(hypothesis, choices)
        rows.append((line, reference, *counts, *score(counts)))
    return pd.DataFrame(rows, columns=["line", "reference", *Counts._fields, *Scores._fields])


def corpus_score(
    hypotheses: Sequence[Sequence[Edit]], references: Sequence[Sequence[Sequence[Edit]]]
) -> tuple[Counts, Scores]:
    """The corpus score that `errant_compare` reports, before it is rounded to four digits."""
    total = NO_EDITS
    for counts in corpus_counts(hypotheses, references):
        total = _sum(total, counts)
    return total, score(total)


def corpus_counts(
    hypotheses: Sequence[Sequence[Edit]], references: Sequence[Sequence[Sequence[Edit]]]
) -> list[Counts]:
    """What each line adds to the corpus score, against the reference of `corpus_references`."""
    return [counts for _, counts in _in_corpus(hypotheses, references)]


def corpus_references(
    hypotheses: Sequence[Sequence[Edit]], references: Sequence[Sequence[Sequence[Edit]]]
) -> list[int]:
    """The reference of each line that makes the score of the corpus so far highest."""
    return [reference for reference, _ in _in_corpus(hypotheses, references)]


def _in_corpus(
    hypotheses: Sequence[Sequence[Edit]], references: Sequence[Sequence[Sequence[Edit]]]
) -> Iterator[tuple[int, Counts]]:
    total = NO_EDITS
    for hypothesis, choices in zip(hypotheses, references, strict=True):
        reference, counts = best_reference(hypothesis, choices, before=total)
        total = _sum(total, counts)
        yield reference, counts


def _sum(one: Counts, other: Counts) -> Counts:
    return Counts(*map(sum, zip(one, other, strict=True)))


def _corrections(edits: Sequence[Edit]) -> set[tuple[int, int, str]]:
    return {_correction(edit) for edit in edits if edit.type != UNCORRECTED}


def _correction(edit: Edit) -> tuple[int, int, str]:
    return edit.start, edit.end, edit.correction
