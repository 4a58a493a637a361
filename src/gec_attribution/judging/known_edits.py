"""Edits with the verdicts of references and of people, for experiments that predict them."""

from collections.abc import Collection, Sequence

import numpy as np
import pandas as pd

from gec_attribution.attribution.edit_tables import the_one
from gec_attribution.edits.judged import JudgedCorrection
from gec_attribution.errors import InputError
from gec_attribution.judging.edits_in_references import References, judge

REFERENCES = "references"
PEOPLE = "people"
_SAME_EDIT = ["source", "start", "end", "correction"]
WITHOUT = "agreement without "
"""Begins the names of columns with the agreement of the systems but one."""


def by_references(
    attributions: pd.DataFrame, references: References, systems: int
) -> pd.DataFrame:
    """Edits with source (from 0), references (1 where the best one has it), any and agreement.

    Args:
        attributions: φ by one metric and method on one data set.
        references: the references of each line, as `read_references` gives them.
        systems: number of systems, of which an edit's agreement is the share of the others with the
            same edit; NaN for one system. Of more than two systems, that without each of them is
            in a column `WITHOUT` and its name.
    """
    judgement = judge(attributions, references)
    best = judgement.by(judgement.best, judgement.correct)
    edits = attributions.copy()
    edits["source"] = edits["line"] - 1
    edits["references"] = best.astype(float)
    edits["any"] = judgement.correct.any(axis=0)
    edits["agreement"] = _agreement(edits, systems)
    if systems > 2:
        for system in edits["system"].unique():
            is_other = edits["system"] != system
            agreement = _agreement(edits[is_other], systems - 1)
            edits.loc[is_other, f"{WITHOUT}{system}"] = agreement
    return edits


def by_people(
    attributions: pd.DataFrame,
    corrections: Sequence[JudgedCorrection],
    references: References = (),
    of_systems: Collection[str] = (),
) -> pd.DataFrame:
    """Edits with source, people (share of their judges), votes (by annotator), and agreement.

    The agreement of an edit is the share of the systems' other corrections of its source with the
    same edit; 0.5 where there are none. A correction is a line; its references, if there are any,
    give the columns `references` and `any` of `by_references`. The column `rewrite` marks the edits
    of a correction that is not among the texts `of_systems`: a person wrote it. Without such texts,
    all corrections are systems'.

    Raises:
        InputError: the attributions are not those of the judged edits.
    """
    if references:
        attributions = by_references(attributions, references, 1).drop(columns="source")
    judged = _judged_edits(corrections)
    edits = attributions.merge(
        judged, on=["line", "edit"], how="left", validate="one_to_one"
    )
    if len(attributions) != len(judged) or edits[PEOPLE].isna().any():
        raise InputError(
            f"{the_one(attributions, 'dataset')}: the attributions have {len(attributions)} edits "
            f"and people judged {len(judged)}, not the same ones; extract the edits and attribute "
            "them again"
        )
    is_rewrite = np.zeros(len(corrections), dtype=bool)
    if of_systems:
        is_rewrite[:] = [one.hypothesis not in of_systems for one in corrections]
    edits["rewrite"] = is_rewrite[edits["line"] - 1]
    return edits.assign(agreement=_agreement_of_systems(edits))


def _judged_edits(corrections: Sequence[JudgedCorrection]) -> pd.DataFrame:
    """Edits with line, edit, source, people (share of judges) and votes (by annotator)."""
    numbers: dict[str, int] = {}
    rows = []
    for line, correction in enumerate(corrections, start=1):
        source = numbers.setdefault(correction.source, len(numbers))
        for edit, valid in enumerate(correction.valid):
            votes: dict[str, bool] = {}
            judges = zip(correction.annotators, correction.votes, strict=True)
            for annotator, verdicts in judges:
                # The first judgement counts where somebody judged a correction twice.
                votes.setdefault(annotator, verdicts[edit])
            rows.append((line, edit, source, float(valid), votes))
    return pd.DataFrame(rows, columns=["line", "edit", "source", PEOPLE, "votes"])


def _agreement_of_systems(edits: pd.DataFrame) -> np.ndarray:
    """The share of the systems' other corrections of a source that have the same edit."""
    is_own = ~edits["rewrite"].to_numpy()
    lines = edits["line"].where(is_own).groupby(edits["source"]).transform("nunique")
    others = lines.to_numpy() - is_own
    if not others.any():
        return np.full(len(edits), np.nan)
    same = edits.assign(is_own=is_own).groupby(_SAME_EDIT, dropna=False)["is_own"]
    same_elsewhere = same.transform("sum").to_numpy() - is_own
    return np.where(others > 0, same_elsewhere / np.maximum(others, 1), 0.5)


def _agreement(edits: pd.DataFrame, systems: int) -> np.ndarray:
    """The share of the other systems with the same edit; NaN for one system."""
    if systems < 2:
        return np.full(len(edits), np.nan)
    same = edits.groupby(_SAME_EDIT, dropna=False)["edit"]
    same_elsewhere = same.transform("size").to_numpy() - 1
    return same_elsewhere / (systems - 1)
