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
    rows = []
    for _, each in table.groupby(["dataset", "explainer", "system"], sort=False):
        found = each[each["sentences"] > 0]
        rows.append(found if len(found) else each.head(1).assign(failure="none"))
    shown = pd.concat(rows) if rows else table
    return cells(
        shown.assign(shown=out_of(shown, "sentences", "of_sentences")), _COLUMNS
    )
