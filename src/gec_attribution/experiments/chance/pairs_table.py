"""Pairs in order of 100 of a right and a wrong edit of one correction, for each predictor."""

import pandas as pd

from gec_attribution.experiments.chance.labels import (
    ALIKE,
    ALL,
    NORMALISED,
    PREDICTORS,
    TRUTHS,
)
from gec_attribution.judging.predictors import names_of_predictors
from gec_attribution.tables.columns import Column

_ORDERED = Column("Ordered", "value", 0, interval=True, unit=100)


def join(tables: pd.DataFrame) -> pd.DataFrame:
    """The rows of pairs within a correction, without predictors that order none of them."""
    within = (tables["measure"] == "auc_within") & (tables["part"] == ALL)
    return tables[within & ~tables["predictor"].isin([*ALIKE, NORMALISED])]


def tabulate(rows: pd.DataFrame) -> pd.DataFrame:
    """A row for each predictor, φ by the first method, and a column for each data set and truth."""
    first = next((method for method in rows["method"] if method), "")
    rows = rows[rows["method"].isin(["", first])]
    truths = rows["truth"].map(TRUTHS)
    counts = rows["pairs"].map(" ({:,} pairs)".format)
    rows = rows.assign(
        name=names_of_predictors(rows, PREDICTORS),
        ordered=_ORDERED.cells(rows),
        column=rows["dataset"] + ", " + truths + counts,
    )
    predictors = rows["name"].unique()
    columns = rows["column"].unique()
    shown = rows.pivot(index="name", columns="column", values="ordered")
    shown = shown.loc[predictors, columns].fillna("").reset_index(names="Predictor")
    signatures = rows.drop_duplicates("name")["signature"]
    return shown.set_index(pd.Index(signatures))
