"""The number of Figure 2: the share of sentences whose attributions are exact."""

import pandas as pd

from gec_attribution.tables.columns import DATASET, SYSTEM, Column, count

COLUMNS = (
    DATASET,
    SYSTEM,
    count("Sentences", "every"),
    Column("Exact up to (edits)", "exact_up_to"),
    Column(
        "Sentences with at most as many, %",
        "ratio",
        1,
        interval=True,
        unit=100,
        sources=None,
    ),
)


def join(tables: pd.DataFrame, exact_up_to: int) -> pd.DataFrame:
    """One row per data set and system, of the sentences with at most `exact_up_to` edits."""
    groups = ["dataset", "system"]
    every = tables.groupby(groups)["sentences"].transform("sum")
    rows = tables.assign(every=every, exact_up_to=exact_up_to)
    rows = rows[rows["edits"] <= exact_up_to].sort_values("edits", kind="stable")
    return rows.drop_duplicates(groups, keep="last").sort_index()
