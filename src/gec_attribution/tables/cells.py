"""Cells that several tables have."""

from collections.abc import Mapping

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


def with_intervals(table: pd.DataFrame, decimals: int) -> list[str]:
    """The `value` of each row with its interval, from `low` to `high`, of `sources`."""
    return intervals(table, "value", "sources", decimals)


def measures_with_intervals(
    rows: pd.DataFrame, table: pd.DataFrame, keys: list[str], headings: Mapping[str, str]
) -> dict[str, list[str]]:
    """Cells of several measures, one column each.

    Args:
        rows: one row for each row of the printed table.
        table: rows of `with_intervals`, one for each measure of a row; `measure` names it.
        keys: the columns that join the two.
        headings: the heading of each measure.
    """
    return {
        heading: with_intervals(
            rows[keys].merge(table[table["measure"] == measure], on=keys, how="left"), 3
        )
        for measure, heading in headings.items()
    }


def probability(p: float) -> str:
    """A p-value, or that it is below the last digit shown."""
    return "< 0.001" if p < 0.001 else numeral(p, 3)
