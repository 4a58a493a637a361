"""ERRANT's reference-based scores of a corpus, and of each of its sentences.

What is counted is in `metrics.errant`.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest
from pathlib import Path

import pandas as pd

from gec_attribution.edits.m2 import count_sentences, iter_m2
from gec_attribution.edits.model import Edit
from gec_attribution.errors import InputError
from gec_attribution.metrics.errant import (
    NO_EDITS,
    Counts,
    Scores,
    best_of,
    best_reference,
    count,
    plus,
    score,
)


def read_references(paths: Iterable[str | Path]) -> list[list[tuple[Edit, ...]]]:
    """The references of each line: all coders of all files, in the order of the files.

    Raises:
        InputError: the files differ in length, or a line has no reference.
    """
    paths = list(paths)
    lines = []
    for number, line in enumerate(zip_longest(*map(iter_m2, paths)), start=1):
        if None in line:
            found = ", ".join(f"{path} has {count_sentences(path)}" for path in paths)
            raise InputError(f"references must have a sentence for each source: {found}")
        lines.append([edits for sentence in line for _, edits in sorted(sentence.coders.items())])
        if not lines[-1]:
            raise InputError(f"{', '.join(map(str, paths))}: sentence {number} has no reference")
    return lines


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
        total = plus(total, counts)
    return total, score(total)


def corpus_counts(
    hypotheses: Sequence[Sequence[Edit]], references: Sequence[Sequence[Sequence[Edit]]]
) -> list[Counts]:
    """What each line adds to the corpus score, against the reference of `corpus_references`."""
    return [counts for _, counts in _in_corpus(hypotheses, references)]


def corpus_references(
    hypotheses: Iterable[Sequence[Edit]], references: Iterable[Sequence[Sequence[Edit]]]
) -> Iterator[int]:
    """The reference of each line that makes the score of the corpus so far highest."""
    return (reference for reference, _ in _in_corpus(hypotheses, references))


def _in_corpus(
    hypotheses: Iterable[Sequence[Edit]], references: Iterable[Sequence[Sequence[Edit]]]
) -> Iterator[tuple[int, Counts]]:
    compared = (
        [count(hypothesis, reference) for reference in choices]
        for hypothesis, choices in zip(hypotheses, references, strict=True)
    )
    return choose_in_corpus(compared)


def choose_in_corpus(compared: Iterable[Sequence[Counts]]) -> Iterator[tuple[int, Counts]]:
    """For each line the reference that makes the score of the corpus so far highest.

    Args:
        compared: for each line the counts against each reference.

    Yields:
        The index of the reference, and the counts against it.
    """
    total = NO_EDITS
    for counts in compared:
        reference = best_of(counts, total)
        total = plus(total, counts[reference])
        yield reference, counts[reference]
