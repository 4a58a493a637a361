"""A confusion matrix of the types of error, over the hits of each explainer."""

import pandas as pd

from gec_attribution.explanations.taxonomy import LABELS
from gec_attribution.formatting.numerals import numeral

_KEYS = ["dataset", "explainer", "system"]
_HEADINGS = ["Dataset", "Explainer", "Correction", "Reference"]


def tabulate(table: pd.DataFrame) -> pd.DataFrame:
    """A row for each type of the reference, and a column for each type that is written."""
    written = _labels_in(table)
    shown = []
    for names, rows in table.groupby(_KEYS, sort=False):
        edits = rows.groupby(["type", "written"])["edits"].sum()
        for right in _labels_in(rows):
            counts = [numeral(edits.get((right, label), 0), 0) for label in written]
            shown.append([*names, right, *counts])
    signatures = ";".join(dict.fromkeys(table["signature"]))
    return pd.DataFrame(
        shown, columns=[*_HEADINGS, *written], index=[signatures] * len(shown)
    )


def _labels_in(table: pd.DataFrame) -> list[str]:
    """The types of the reference and of explainers that a table has, in the order of `LABELS`."""
    found = {*table["type"], *table["written"]}
    return [label for label in LABELS if label in found]
