"""The pairs of edits that depend on each other most of all, to be read."""

import pandas as pd

from gec_attribution.formatting.numerals import decimals_for, numeral

# Headings of the columns.
_TEXTS = {
    "dataset": "Dataset",
    "metric": "Metric",
    "system": "System",
    "line": "Line",
    "one": "One edit",
    "other": "The other",
    "type": "Types",
    "distance": "Between",
}
_NUMBERS = {
    "phi_one": "φ of one",
    "phi_other": "φ of the other",
    "shapley": "I",
    "taylor": "Taylor",
}


def tabulate(table: pd.DataFrame) -> pd.DataFrame:
    """One row per pair, from rows of `strongest`."""
    cells = []
    for row in table[list(_NUMBERS)].itertuples(index=False, name=None):
        decimals = decimals_for(row)
        cells.append([numeral(value, decimals, signed=True) for value in row])
    shown = pd.DataFrame(cells, columns=list(_NUMBERS.values()))
    texts = table[list(_TEXTS)].astype(str).rename(columns=_TEXTS)
    return pd.concat([texts, shown], axis=1).set_index(table["signature"])
