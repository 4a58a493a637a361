"""Whether attributions of joined edits agree more with the references than those of single ones."""

import pandas as pd

from gec_attribution.experiments.joined_players.compute import ALL, JOINED
from gec_attribution.formatting.numerals import numeral, with_interval

_CAPTION = (
    "Edits joined into one player where the absolute value of their Shapley interaction index is "
    "above a part of the sentence's Σ|φ| (threshold): the share of all edits that are joined; the "
    "share of edits whose sign agrees with the references, as players of their own (singly) and "
    "joined; and the difference in percentage points, of all edits and of the joined ones alone, "
    "with 95 % intervals."
)


def caption(_table: pd.DataFrame) -> str:
    """How to read the table."""
    return _CAPTION


def tabulate(table: pd.DataFrame) -> pd.DataFrame:
    """A row for each data set, metric and threshold.

    Args:
        table: rows of `experiments.joined_players.compute`.
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
            "Of the joined": _points(joined),
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
