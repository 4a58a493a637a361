"""A confusion matrix of the types of error, over the hits of each explainer."""

import pandas as pd

from gec_attribution.explanations.taxonomy import LABELS
from gec_attribution.formatting.numerals import numeral

_KEYS = ["dataset", "explainer", "system"]
_HEADINGS = ["Dataset", "Explainer", "Correction", "Reference"]


def tabulate(table: pd.DataFrame) -> pd.DataFrame:
    """A row for each type of the reference, and a column for each type that is written."""
    written = [label for label in LABELS if label in {*table["type"], *table["written"]}]
    shown = []
    for names, rows in table.groupby(_KEYS, sort=False):
        edits = rows.groupby(["type", "written"])["edits"].sum()
        types = {*rows["type"], *rows["written"]}
        for right in written:
            if right not in types:
                continue
            counts = [numeral(edits.get((right, label), 0), 0) for label in written]
            shown.append([*names, right, *counts])
    signatures = ";".join(dict.fromkeys(table["signature"]))
    return pd.DataFrame(shown, columns=[*_HEADINGS, *written], index=[signatures] * len(shown))
