"""Strength of interactions: all pairs, and the pairs of each two types of errors."""

import pandas as pd

from gec_attribution.formatting.numerals import decimals_for, with_interval

_PERCENT = {
    "relative": "Relative, %",
    "negative": "Negative, %",
    "left_out": "Left out, %",
}


def tabulate(table: pd.DataFrame) -> pd.DataFrame:
    """A row for all pairs of a data set and metric, and one for each two types."""
    shown = table[table["by"] != "distance"]
    rows = []
    signatures = []
    for (dataset, metric, _, group), measures in shown.groupby(
        ["dataset", "metric", "by", "group"], sort=False
    ):
        by_measure = measures.set_index("measure")
        mean = by_measure.loc["mean"]
        row = {"Dataset": dataset, "Metric": metric, "Pairs of": group}
        row["Pairs"] = f"{mean['items']:,}"
        row["Mean |I|"] = _cell(mean, decimals_for([mean["value"]]))
        for measure, heading in _PERCENT.items():
            row[heading] = ""
            if measure in by_measure.index:
                row[heading] = _cell(by_measure.loc[measure], 1, 100)
        rows.append(row)
        signatures.append(mean["signature"])
    return pd.DataFrame(rows, index=signatures)


def _cell(row: pd.Series, decimals: int, unit: float = 1) -> str:
    value, low, high = unit * row[["value", "low", "high"]].astype(float)
    return with_interval(value, low, high, decimals, sources=int(row["sources"]))
