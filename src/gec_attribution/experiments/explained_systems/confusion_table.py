"""A confusion matrix of the types of error, over the hits of each explainer."""

import pandas as pd

from gec_attribution.explanations.taxonomy import LABELS
from gec_attribution.formatting.numerals import numeral

_OF = ["dataset", "explainer", "system"]


def tabulate(table: pd.DataFrame) -> pd.DataFrame:
    """A row for each type of the reference, and a column for each type that is written."""
    shown = []
    for names, rows in table.groupby(_OF, sort=False):
        counts = rows.pivot_table(index="type", columns="written", values="edits", aggfunc="sum")
        known = [label for label in LABELS if label in {*rows["type"], *rows["written"]}]
        counts = counts.reindex(index=known, columns=known).fillna(0)
        about = dict(zip(("Dataset", "Explainer", "Correction"), names, strict=True))
        for right, numbers in counts.iterrows():
            cells = {label: numeral(number, 0) for label, number in numbers.items()}
            shown.append({**about, "Reference": right, **cells})
    signatures = ";".join(dict.fromkeys(table["signature"]))
    matrix = pd.DataFrame(shown).fillna("0")
    kinds = [label for label in LABELS if label in matrix]
    columns = ["Dataset", "Explainer", "Correction", "Reference", *kinds]
    return matrix.reindex(columns=columns).set_axis([signatures] * len(matrix), axis="index")
