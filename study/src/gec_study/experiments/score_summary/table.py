"""What each metric scored, and what it could score only in part or not at all."""

import math

import pandas as pd

from gec_attribution.formatting.numerals import UNDEFINED, decimals_for, numeral


def tabulate(table: pd.DataFrame) -> pd.DataFrame:
    """One row per data set and metric.

    Args:
        table: rows of `compute`.
    """
    return pd.DataFrame(
        {
            "Dataset": table["dataset"],
            "Metric": table["metric"],
            "Pairs": [f"{pairs:,}" for pairs in table["pairs"]],
            "Score": [
                f"{numeral(mean, decimals_for([mean]))} ± {numeral(sd, decimals_for([mean]))}"
                for mean, sd in zip(table["mean"], table["sd"], strict=True)
            ],
            "Undefined": _shares(table, "undefined"),
            "Cut": _shares(table, "truncated"),
            "Gated": _shares(table, "gated"),
        }
    ).set_index(table["signature"])


def _shares(table: pd.DataFrame, column: str) -> list[str]:
    return [
        UNDEFINED if math.isnan(count) else f"{int(count):,} ({count / pairs:.1%})"
        for count, pairs in zip(table[column], table["pairs"], strict=True)
    ]
