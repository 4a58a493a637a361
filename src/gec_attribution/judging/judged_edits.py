"""Attributions beside what people said of the same edits."""

from collections.abc import Sequence

import pandas as pd

from gec_attribution.attribution.edit_tables import the_one
from gec_attribution.edits.judged import JudgedCorrection
from gec_attribution.errors import InputError


def judged_edits(corrections: Sequence[JudgedCorrection]) -> pd.DataFrame:
    """Edits of judged corrections: line (from 1), edit, source (its number), valid (share)."""
    numbers: dict[str, int] = {}
    rows = [
        (line, edit, numbers.setdefault(correction.source, len(numbers)), float(valid))
        for line, correction in enumerate(corrections, start=1)
        for edit, valid in enumerate(correction.valid)
    ]
    return pd.DataFrame(rows, columns=["line", "edit", "source", "valid"])


def with_judgements(attributions: pd.DataFrame, judged: pd.DataFrame) -> pd.DataFrame:
    """A table of attributions with the columns source and valid of `judged_edits`.

    Raises:
        InputError: the attributions are not those of the edits that people judged.
    """
    edits = attributions.merge(judged, on=["line", "edit"], how="left", validate="one_to_one")
    if len(attributions) != len(judged) or edits["valid"].isna().any():
        raise InputError(
            f"{the_one(attributions, 'dataset')}: the attributions have {len(attributions)} edits "
            f"and people judged {len(judged)}, not the same ones; extract the edits and attribute "
            "them again"
        )
    return edits
