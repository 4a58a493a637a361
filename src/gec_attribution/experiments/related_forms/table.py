"""Agreement of related ways to weigh edits with Shapley values of the same edits, as a table."""

import pandas as pd

from gec_attribution.tables.columns import Column, cells, measure, with_measures
from gec_attribution.tables.labels import MEASURES


def tabulate(table: pd.DataFrame) -> pd.DataFrame:
    """One row per data set, form and measure, a column for each metric of the Shapley values."""
    metrics = dict.fromkeys(table["metric"])
    columns = (
        Column("Dataset", "dataset"),
        Column("Form", "form"),
        Column("Measure", "compared", text=MEASURES.__getitem__),
        *(measure(f"Shapley, {metric}", metric, digits=2) for metric in metrics),
        Column("Edits", "edits", text="{:,}".format),
    )
    keys = ["dataset", "form", "compared"]
    most = table.groupby(["dataset", "form", "measure"])["edits"].transform("max")
    rows = table.assign(compared=table["measure"], measure=table["metric"], edits=most)
    return cells(with_measures(rows, keys), columns)
