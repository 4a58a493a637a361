"""Edits for predictors to judge, with the verdicts of references and people."""

from collections import Counter
from collections.abc import Sequence

import numpy as np
import pandas as pd

from gec_attribution.attribution.edit_tables import the_one
from gec_attribution.edits.judged import JudgedCorrection
from gec_attribution.edits.model import Edit, m2_tokens
from gec_attribution.errors import InputError
from gec_attribution.judging.edits_in_references import judge

REFERENCES, PEOPLE = "references", "people"
WITHOUT = "agreement without "
"""Begins the names of columns with the agreement of the systems but one."""
VALID, SPLIT, INVALID = "valid", "split", "invalid"
"""Judgements of most judges of an edit."""
BEST_REFERENCE, ANOTHER_REFERENCE, NO_REFERENCE = "best", "another", "none"
"""References with an edit: the one of best F0.5, others alone, or none."""


def by_references(
    attributions: pd.DataFrame, references: Sequence[Sequence[Sequence[Edit]]], systems: int
) -> pd.DataFrame:
    """Edits with source (from 0), references (1 where the best one has it), any and agreement.

    Args:
        attributions: of one metric and method on one data set.
        references: the references of each line, as `read_references` gives them.
        systems: number of systems, of which an edit's agreement is the share of the others with the
            same edit; NaN for one system. Of more than two systems, that without each of them is
            in a column `WITHOUT` and its name.
    """
    judgement = judge(attributions, references)
    edits = attributions.assign(
        source=attributions["line"] - 1,
        references=judgement.by(judgement.best, judgement.correct).astype(float),
        any=judgement.correct.any(axis=0),
    )
    edits["agreement"] = _agreement(edits, systems)
    for system in edits["system"].unique() if systems > 2 else ():
        without = edits["system"] != system
        edits.loc[without, f"{WITHOUT}{system}"] = _agreement(edits[without], systems - 1)
    return edits


def by_people(
    attributions: pd.DataFrame,
    corrections: Sequence[JudgedCorrection],
    references: Sequence[Sequence[Sequence[Edit]]] = (),
) -> pd.DataFrame:
    """Edits with source, people (share of their judges), votes (by annotator), and agreement.

    The agreement of an edit is the share of the other corrections of its source with the same edit;
    0.5 where there are none. A correction is a line; its references, if there are any, give the
    columns `references` and `any` of `by_references`.

    Raises:
        InputError: the attributions are not those of the judged edits.
    """
    if references:
        attributions = by_references(attributions, references, 1).drop(columns="source")
    numbers: dict[str, int] = {}
    rows = [
        (line, edit, numbers.setdefault(correction.source, len(numbers)), float(valid))
        for line, correction in enumerate(corrections, start=1)
        for edit, valid in enumerate(correction.valid)
    ]
    judged = pd.DataFrame(rows, columns=["line", "edit", "source", PEOPLE])
    edits = attributions.merge(judged, on=["line", "edit"], how="left", validate="one_to_one")
    if len(attributions) != len(judged) or edits[PEOPLE].isna().any():
        raise InputError(
            f"{the_one(attributions, 'dataset')}: the attributions have {len(attributions)} edits "
            f"and people judged {len(judged)}, not the same ones; extract the edits and attribute "
            "them again"
        )
    # The first judgement counts where somebody judged a correction twice.
    votes = [
        dict(zip(reversed(one.annotators), reversed(one.votes), strict=True)) for one in corrections
    ]
    edits["votes"] = [
        {annotator: vote[edit] for annotator, vote in votes[line - 1].items()}
        for line, edit in zip(edits["line"], edits["edit"], strict=True)
    ]
    lines = edits.groupby("source")["line"].transform("nunique").to_numpy()
    agreement = _agreement(edits, lines)
    if not np.isnan(agreement).all():
        agreement = np.nan_to_num(agreement, nan=0.5)
    return edits.assign(agreement=agreement)


def _agreement(edits: pd.DataFrame, corrections: int | np.ndarray) -> np.ndarray:
    """The share of a source's other corrections with the same edit; NaN where there are none."""
    same = edits.groupby(["source", "start", "end", "correction"], dropna=False)["edit"]
    same_elsewhere = same.transform("size").to_numpy() - 1
    with np.errstate(invalid="ignore"):
        return same_elsewhere / np.where(corrections > 1, corrections - 1, np.nan)


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
    """How many edits people and references judge alike; no row where either of them is missing.

    Returns:
        dataset, people (`VALID`, `SPLIT` or `INVALID`), reference (`BEST_REFERENCE`,
        `ANOTHER_REFERENCE` or `NO_REFERENCE`), edits, share, one_judge (share of them).
    """
    columns = ["dataset", "people", "reference", "edits", "share", "one_judge"]
    if PEOPLE not in edits or REFERENCES not in edits:
        return pd.DataFrame(columns=columns)
    judged = edits.assign(
        people=np.select([edits[PEOPLE] > 0.5, edits[PEOPLE] < 0.5], [VALID, INVALID], SPLIT),
        reference=np.select(
            [edits[REFERENCES] == 1, edits["any"]],
            [BEST_REFERENCE, ANOTHER_REFERENCE],
            NO_REFERENCE,
        ),
        one_judge=edits["votes"].map(len) == 1,
    )
    cells = judged.groupby(["dataset", "people", "reference"])["one_judge"]
    counted = cells.agg(edits="size", one_judge="mean").reset_index()
    return counted.assign(share=counted["edits"] / len(edits))[columns]
