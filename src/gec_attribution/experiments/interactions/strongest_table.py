"""The pairs of edits that depend on each other most of all, to be read."""

import pandas as pd

from gec_attribution.formatting.numerals import decimals_for, numeral


def tabulate(table: pd.DataFrame) -> pd.DataFrame:
    """One row per pair, from rows of `strongest`."""
    numbers = ["phi_one", "phi_other", "shapley", "taylor"]
    cells = [
        [numeral(value, decimals_for(row), signed=True) for value in row]
        for row in table[numbers].itertuples(index=False, name=None)
    ]
    names = [
        "Dataset",
        "Metric",
        "System",
        "Line",
        "One edit",
        "The other",
        "Types",
        "Between",
    ]
    columns = [
        "dataset",
        "metric",
        "system",
        "line",
        "one",
        "other",
        "type",
        "distance",
    ]
    texts = table[columns].astype(str).set_axis(names, axis="columns")
    shown = pd.DataFrame(cells, columns=["φ of one", "φ of the other", "I", "Taylor"])
    return pd.concat([texts, shown], axis=1).set_index(table["signature"])
