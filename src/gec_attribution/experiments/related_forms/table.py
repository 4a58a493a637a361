"""Agreement of related ways to weigh edits with Shapley values of the same edits, as a table."""

import pandas as pd

from gec_attribution.formatting.numerals import with_interval

_MEASURES = {"spearman": "Spearman", "sign_agreement": "sign agreement"}


def tabulate(table: pd.DataFrame) -> pd.DataFrame:
    """One row per data set, form and measure, a column for each metric of the Shapley values.

    Args:
        table: rows of `compute`.
    """
    metrics = list(dict.fromkeys(table["metric"]))
    rows, signatures = [], []
    for (dataset, form, measure), cells in table.groupby(
        ["dataset", "form", "measure"], sort=False
    ):
        by = cells.set_index("metric")
        numbers = [_interval(by.loc[metric]) for metric in metrics]
        rows.append([dataset, form, _MEASURES[measure], *numbers, f"{cells['edits'].max():,}"])
        signatures.append(cells["signature"].iloc[0])
    columns = ["Dataset", "Form", "Measure", *(f"Shapley, {metric}" for metric in metrics), "Edits"]
    return pd.DataFrame(rows, columns=columns, index=signatures)


def _interval(row: pd.Series) -> str:
    return with_interval(row["value"], row["low"], row["high"], 2, sources=int(row["sources"]))
