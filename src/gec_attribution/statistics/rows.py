"""Rows of results, in the shape that all experiments share; a figure or table reads its columns."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from gec_attribution.statistics.bootstrap import Resampled

Row = dict[str, Any]
"""A row of a result by column."""


def result_row(
    names: Mapping[str, Any],
    measured: Resampled | Mapping[str, Any],
    counts: Mapping[str, Any] = MappingProxyType({}),
    value: str = "value",
    **details: Any,
) -> Row:
    """A row of a result; the columns of several rows where the statistic has several values.

    Args:
        names: the columns before the statistic, such as dataset, metric and method.
        measured: the statistic, shown as its value, `low`, `high`, `sources` and `note`; or several
            by name, with the sources and the note of the first one.
        counts: the columns after its interval, such as p-values and numbers of edits.
        value: the column of a single statistic.
        details: the columns after the note; the last one is the signature.

    Returns:
        The columns in this order; each further statistic has `_low` and `_high` after its name.
    """
    if isinstance(measured, Resampled):
        first, measured = measured, measured.columns(value)
    else:
        first = next(one for one in measured.values() if isinstance(one, Resampled))
    row: Row = {}
    for name, one in {**names, **measured, **counts, **first.basis(), **details}.items():
        row |= one.columns(name, f"{name}_") if isinstance(one, Resampled) else {name: one}
    return row
