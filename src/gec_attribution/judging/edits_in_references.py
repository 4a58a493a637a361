"""Edits of corrections that occur in their references, by ERRANT's comparison."""

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np
import pandas as pd

from gec_attribution.attribution.edit_tables import first_edits
from gec_attribution.edits.matching import best_reference, matches
from gec_attribution.edits.model import Edit
from gec_attribution.errors import InputError
from gec_attribution.statistics.signs import signs_of

EditsOfLines = Sequence[Sequence[Edit]]
"""The edits of a correction of each line."""
References = Sequence[EditsOfLines]
"""The edits of each reference of each line."""


class Judgement(NamedTuple):
    """Verdict of the references on the edits of some sentences.

    Attributes:
        correct: (references, edits) whether a reference has the edit.
        exists: (references, sentences) whether the sentence has that reference.
        best: (sentences,) the reference with which the hypothesis has the best F0.5.
        starts: (sentences,) the row number of each sentence's first edit.
    """

    correct: np.ndarray
    exists: np.ndarray
    best: np.ndarray
    starts: np.ndarray

    def most_agreeing(self, agrees: np.ndarray) -> np.ndarray:
        """The reference of each sentence with most agreeing edits, the last one among equals.

        `agrees` says of (references, edits) whether the verdict on an edit agrees with a reference.
        """
        counts = np.add.reduceat(agrees, self.starts, axis=1, dtype=np.int64)
        agreeing = np.where(self.exists, counts, -1)
        from_last = np.argmax(agreeing[::-1], axis=0)
        return len(agreeing) - 1 - from_last

    def by(self, reference: np.ndarray, verdicts: np.ndarray) -> np.ndarray:
        """Verdicts of (references, edits) by the reference of each sentence: (edits,)."""
        every = np.arange(verdicts.shape[1])
        sentence = np.searchsorted(self.starts, every, side="right") - 1
        return verdicts[reference[sentence], every]


def judge(edits: pd.DataFrame, references: References) -> Judgement:
    """Verdict of the references of each line on the edits of a table of attributions."""
    starts = first_edits(edits)
    most = max(map(len, references), default=0)
    correct = np.zeros((most, len(edits)), dtype=bool)
    exists = np.zeros((most, len(starts)), dtype=bool)
    best = np.zeros(len(starts), dtype=np.int64)
    columns = edits[["start", "end", "correction", "type"]]
    proposed = [Edit(*row) for row in columns.itertuples(index=False, name=None)]
    lines = edits["line"].to_numpy()
    for sentence, (start, end) in enumerate(pairwise([*starts, len(edits)])):
        hypothesis = proposed[start:end]
        choices = references[lines[start] - 1]
        best[sentence], _ = best_reference(hypothesis, choices)
        exists[: len(choices), sentence] = True
        for number, reference in enumerate(choices):
            correct[number, start:end] = matches(hypothesis, reference)
    return Judgement(correct, exists, best, starts)


def check_same_edits(tables: Sequence[pd.DataFrame], keys: list[str]) -> None:
    """Check that tables of edits are of the same ones, which the keys name.

    Raises:
        InputError: they are not.
    """
    first = tables[0][keys]
    if not all(table[keys].equals(first) for table in tables):
        raise InputError(
            "the methods have attributed different edits; attribute them all again"
        )


def common_sentences(
    attributions: Sequence[pd.DataFrame], min_edits: int
) -> tuple[list[pd.DataFrame], int]:
    """Each method's rows for the sentences that all methods attribute, and how many others.

    There is a frame a method, of one metric and data set. Sentences have `min_edits` or more.

    Raises:
        InputError: the methods have not attributed the same edits.
    """
    tables = []
    for attributed in attributions:
        is_long = attributed["n_edits"] >= min_edits
        tables.append(attributed[is_long].reset_index(drop=True))
    check_same_edits(tables, ["dataset", "metric", "system", "line", "edit"])
    first = tables[0]
    starts = first_edits(first)
    common = np.ones(len(starts), dtype=bool)
    for table in tables:
        attributed_edits = np.add.reduceat(np.abs(signs_of(table)), starts)
        # A sum that is NaN or zero: undefined, or no edit has an attribution.
        common &= attributed_edits > 0
    is_common = np.repeat(common, first["n_edits"].iloc[starts])
    shared = [table[is_common].reset_index(drop=True) for table in tables]
    return shared, int((~common).sum())
