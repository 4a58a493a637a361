"""Cells that several tables have."""

import pandas as pd

from gec_attribution.formatting.numerals import numeral, with_interval


def intervals(
    table: pd.DataFrame,
    measure: str,
    sources: str,
    decimals: int,
    *,
    unit: float = 1,
    signed: bool = False,
) -> list[str]:
    """A measure of each row with its interval.

    Args:
        table: rows with the columns `measure`, `measure_low` and `measure_high`; of `value`, `low`
            and `high`.
        measure: name of the column.
        sources: the column with the number of source sentences behind each interval; NaN where it
            is not known.
        decimals: digits after the point.
        unit: by which all numbers are multiplied; 100 for percent.
        signed: whether positive numbers have a sign.
    """
    prefix = "" if measure == "value" else f"{measure}_"
    numbers = unit * table[[measure, f"{prefix}low", f"{prefix}high"]]
    counts = [None if pd.isna(count) else int(count) for count in table[sources]]
    return [
        with_interval(value, low, high, decimals, sources=count, signed=signed)
        for (value, low, high), count in zip(
            numbers.itertuples(index=False, name=None), counts, strict=True
        )
    ]


def probability(p: float) -> str:
    """A p-value, or that it is below the last digit shown."""
    return "< 0.001" if p < 0.001 else numeral(p, 3)
