"""Whether attributions of joined edits agree more with the references than those of single ones."""

import pandas as pd

from gec_attribution.formatting.numerals import numeral, with_interval
from gec_study.experiments.joined_players.compute import ALL, JOINED
from gec_study.tables.cells import probability


def tabulate(table: pd.DataFrame) -> pd.DataFrame:
    """A row for each data set, metric and threshold.

    Args:
        table: rows of `compute`.
    """
    keys = ["dataset", "metric", "threshold"]
    every, joined = (table[table["of"] == of].reset_index(drop=True) for of in (ALL, JOINED))
    if not every[keys].equals(joined[keys]):
        raise ValueError("there must be a row of all edits for each row of joined ones")

    return pd.DataFrame(
        {
            "Dataset": every["dataset"],
            "Metric": every["metric"],
            "Threshold": [f"{threshold:g}" for threshold in every["threshold"]],
            "Joined, %": [numeral(100 * share, 1) for share in joined["share"]],
            "Agree singly, %": [numeral(100 * share, 1) for share in every["single"]],
            "Agree joined, %": [numeral(100 * share, 1) for share in every["together"]],
            "Difference": _points(every),
            "p (Holm)": every["p_holm"].map(probability),
            "Of the joined": _points(joined),
            "p (Holm), of the joined": joined["p_holm"].map(probability),
        }
    ).set_index(every["signature"])


def _points(rows: pd.DataFrame) -> list[str]:
    """The differences with their intervals, in percentage points."""
    numbers = 100 * rows[["difference", "low", "high"]]
    return [
        with_interval(value, low, high, 1, sources=sources, signed=True)
        for (value, low, high), sources in zip(
            numbers.itertuples(index=False, name=None), rows["sources"].tolist(), strict=True
        )
    ]
