"""What the scoring of a study takes."""

import pandas as pd

from gec_attribution.formatting.numerals import numeral

_CAPTION = (
    "Processor time for scoring a sample of the study's pairs on one thread, outside the score "
    "store, tokenisation included; the most memory of the process; bytes of the scores of all "
    "pairs. The last column is extrapolated to a million distinct pairs."
)


def caption(_table: pd.DataFrame) -> str:
    """How to read the table."""
    return _CAPTION


def tabulate(table: pd.DataFrame) -> pd.DataFrame:
    """One row per metric.

    Args:
        table: rows of `benchmarks.costs.scoring_costs`.
    """
    hours = 1e6 * table["milliseconds_per_pair"] / 1000 / 3600
    return pd.DataFrame(
        {
            "Metric": table["metric"],
            "Distinct pairs": [f"{count:,}" for count in table["planned"]],
            "Scored": [f"{count:,}" for count in table["pairs"]],
            "Processor seconds": [f"{seconds:,.0f}" for seconds in table["cpu_seconds"]],
            "Milliseconds a pair": [numeral(value, 2) for value in table["milliseconds_per_pair"]],
            "Peak memory, MiB": [f"{peak:,.0f}" for peak in table["peak_mb"]],
            "Bytes a pair": [numeral(size, 1) for size in table["bytes_per_pair"]],
            "Core hours for a million pairs": [numeral(value, 1) for value in hours],
        }
    ).set_axis([""] * len(table))
