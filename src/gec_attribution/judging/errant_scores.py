"""ERRANT's reference-based scores of a corpus, and of each of its sentences.

What is counted is in `edits.matching`.
"""

from collections.abc import Sequence

import pandas as pd

from gec_attribution.edits.matching import (
    NO_EDITS,
    Counts,
    Scores,
    best_reference,
    corpus_counts,
    plus,
    score,
)
from gec_attribution.edits.model import Edit


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
