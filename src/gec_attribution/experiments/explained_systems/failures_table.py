"""Numbers of answers of each explainer that fail, by the way in which they do."""

import pandas as pd

from gec_attribution.tables.columns import DATASET, Column, cells, out_of

_COLUMNS = (
    DATASET,
    Column("Explainer", "explainer"),
    Column("Correction", "system"),
    Column("Runs", "runs"),
    Column("Failure", "failure"),
    Column("Sentences", "shown"),
)


def tabulate(table: pd.DataFrame) -> pd.DataFrame:
    """One row for each failure that occurs, and one for an explainer without any."""
    parts = [table.iloc[:0]]
    for _, rows in table.groupby(["dataset", "explainer", "system"], sort=False):
        failing = rows[rows["sentences"] > 0]
        if failing.empty:
            failing = rows.head(1).assign(failure="none")
        parts.append(failing)
    shown = pd.concat(parts)
    counts = out_of(shown, "sentences", "of_sentences")
    return cells(shown.assign(shown=counts), _COLUMNS)
