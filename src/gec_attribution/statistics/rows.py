"""Rows of results, in the shape that all experiments share; a figure or table reads its columns."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from gec_attribution.statistics.bootstrap import Resampled


def result_row(
    names: Mapping[str, Any],
    measured: Resampled,
    counts: Mapping[str, Any] = MappingProxyType({}),
    value: str = "value",
    **details: Any,
) -> dict[str, Any]:
    """A row of a result; the columns of several rows where the statistic has several values.

    Args:
        names: the columns before the statistic, such as dataset, metric and method.
        measured: the statistic, shown as its value, `low`, `high`, `sources` and `note`.
        counts: the columns after its interval, such as p-values and numbers of edits.
        value: the column of the statistic.
        details: the columns after the note; the last one is the signature.
    """
    return {**names, **measured.columns(value), **counts, **measured.basis(), **details}
