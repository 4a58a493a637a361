"""Which edits of some corrections their references have, as ERRANT compares them."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import pandas as pd

from gec_attribution.edits.matching import best_reference, matches
from gec_attribution.edits.model import Edit


class Judgement(NamedTuple):
    """What the references say about the edits of some sentences.

    Attributes:
        correct: (references, edits) whether a reference has the edit.
        exists: (references, sentences) whether the sentence has so many references.
        best: (sentences,) the reference with which the hypothesis has the best F0.5.
    """

    correct: np.ndarray
    exists: np.ndarray
    best: np.ndarray


def judge(
    edits: pd.DataFrame, starts: np.ndarray, references: Sequence[Sequence[Sequence[Edit]]]
) -> Judgement:
    """What the references say about edits.

    Args:
        edits: a table of attributions.
        starts: the row number of each sentence's first edit.
        references: the references of each line, as `read_references` gives them.
    """
    most = max((len(choices) for choices in references), default=0)
    correct = np.zeros((most, len(edits)), dtype=bool)
    exists = np.zeros((most, len(starts)), dtype=bool)
    best = np.zeros(len(starts), dtype=np.int64)
    columns = edits[["start", "end", "correction", "type"]]
    proposed = [Edit(*row) for row in columns.itertuples(index=False, name=None)]
    sizes, lines = (edits[column].iloc[starts].tolist() for column in ("n_edits", "line"))
    for index, (start, n, line) in enumerate(zip(starts, sizes, lines, strict=True)):
        hypothesis = proposed[start : start + n]
        best[index], _ = best_reference(hypothesis, references[line - 1])
        for number, reference in enumerate(references[line - 1]):
            correct[number, start : start + n] = matches(hypothesis, reference)
            exists[number, index] = True
    return Judgement(correct, exists, best)
