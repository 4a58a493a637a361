"""EXCGEC's Table 1: the types of errors, with how many edits of each data set have them."""

import pandas as pd

from gec_attribution.explanations.taxonomy import ERROR_TYPES


def join(tables: pd.DataFrame) -> pd.DataFrame:
    """The number of edits of every type, also of those that a data set has none of."""
    counted = tables.groupby(["dataset", "type"], sort=False)["edits"].sum()
    every = [tables["dataset"].unique(), list(ERROR_TYPES)]
    index = pd.MultiIndex.from_product(every, names=["dataset", "type"])
    table = counted.reindex(index, fill_value=0).reset_index()
    return table.merge(tables[["dataset", "signature"]].drop_duplicates(), on="dataset")


def tabulate(table: pd.DataFrame) -> pd.DataFrame:
    """One row per type, a column for each data set, from rows of `join`."""
    types = list(ERROR_TYPES.values())
    columns = {
        "Major type": [f"{each.major} ({each.major_english})" for each in types],
        "Type": [f"{each.label} ({each.english})" for each in types],
    }
    for dataset, rows in table.groupby("dataset", sort=False):
        edits = rows["edits"]
        shares = (edits / edits.sum()).map(" ({:.1%})".format)
        columns[str(dataset)] = list(edits.map("{:,}".format) + shares)
    signatures = " − ".join(table["signature"].unique())
    return pd.DataFrame(columns, index=[signatures] * len(types))
