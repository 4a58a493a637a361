"""Facts about edits: their overlap with the source, and what both truths say of them."""

from collections import Counter
from collections.abc import Sequence

import numpy as np
import pandas as pd

from gec_attribution.edits.model import m2_tokens
from gec_attribution.judging.known_edits import PEOPLE, REFERENCES

VALID, SPLIT, INVALID = "valid", "split", "invalid"
"""Judgements of most judges of an edit."""
BY_SYSTEMS, BY_PEOPLE = "systems", "people"
"""Who made the correction of an edit."""
BEST_REFERENCE, ANOTHER_REFERENCE, NO_REFERENCE = "best", "another", "none"
"""References with an edit: the one of best F0.5, others alone, or none."""


def token_overlap(edits: pd.DataFrame, tokens: Sequence[Sequence[str]]) -> np.ndarray:
    """Dice coefficient of a source's bag of tokens and that with the edit alone."""
    overlaps = []
    columns = edits[["line", "start", "end", "correction"]]
    for line, start, end, correction in columns.itertuples(index=False, name=None):
        source = tokens[line - 1]
        edited = [*source[:start], *m2_tokens(correction), *source[end:]]
        shared = (Counter(source) & Counter(edited)).total()
        overlaps.append(2 * shared / max(len(source) + len(edited), 1))
    return np.array(overlaps, dtype=float)


def compared_truths(edits: pd.DataFrame) -> pd.DataFrame:
    """Numbers of edits that people and references judge alike; no row where either is missing.

    Returns:
        dataset, made_by (`BY_SYSTEMS` or `BY_PEOPLE`), people (`VALID`, `SPLIT` or `INVALID`),
        reference (`BEST_REFERENCE`, `ANOTHER_REFERENCE` or `NO_REFERENCE`), edits, share (of those
        that are made alike), one_judge (share of the row's edits).
    """
    columns = [
        "dataset",
        "made_by",
        "people",
        "reference",
        "edits",
        "share",
        "one_judge",
    ]
    if PEOPLE not in edits or REFERENCES not in edits:
        return pd.DataFrame(columns=columns)
    judged = edits.assign(
        made_by=np.where(edits["rewrite"], BY_PEOPLE, BY_SYSTEMS),
        people=np.select(
            [edits[PEOPLE] > 0.5, edits[PEOPLE] < 0.5], [VALID, INVALID], SPLIT
        ),
        reference=np.select(
            [edits[REFERENCES] == 1, edits["any"]],
            [BEST_REFERENCE, ANOTHER_REFERENCE],
            NO_REFERENCE,
        ),
        one_judge=edits["votes"].map(len) == 1,
    )
    cells = judged.groupby(["dataset", "made_by", "people", "reference"])["one_judge"]
    counted = cells.agg(edits="size", one_judge="mean").reset_index()
    made_alike = counted.groupby("made_by")["edits"].transform("sum")
    return counted.assign(share=counted["edits"] / made_alike)[columns]
