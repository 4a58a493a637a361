"""Paired differences of a statistic between two methods or metrics.

Two intervals that overlap say little about two numbers from the same sentences. Their difference
has an interval and a p-value of its own, from the resamples in which both were measured.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations

import numpy as np
import pandas as pd

from gec_attribution.errors import InputError
from gec_attribution.statistics import bootstrap

Cell = tuple[str, str]
"""A metric and a method."""


def differences(
    statistics: pd.DataFrame, *, keys: Sequence[str], family: Sequence[str] = ()
) -> pd.DataFrame:
    """The first method minus every other one, and every metric minus those after it.

    Under each metric the first method is compared with all others; under the first method, each
    pair of metrics is compared. The first is the one that the study names first.

    Args:
        statistics: statistics of all metrics and methods of one data set, in the order of the
            study, all resampled alike: dataset, metric, method (absent where no method is at work),
            `keys`, value (the statistic), sources, signature, and replicates (an array of the same
            length in every row).
        keys: the columns that tell the statistics of one metric and method apart.
        family: the `keys` whose values have separate Holm's corrections, each over all their
            differences on the data set.

    Returns:
        dataset, metric, method, other_metric, other_method, `keys`, difference (the statistic of
        the metric and method minus the other one), low, high, p (of a difference of zero), p_holm,
        sources (the smaller number of the two), note (why there is no interval), signature,
        other_signature.

    Raises:
        InputError: two of them are of different statistics.
    """
    keys = list(keys)
    if "method" not in statistics:
        statistics = statistics.assign(method="")
    cells = {}
    for cell, rows in statistics.groupby(["metric", "method"], sort=False):
        cells[cell] = rows.set_index(keys)
    frames = [_compare(cells[one], cells[other]) for one, other in _pairs(list(cells))]
    numbers = ["difference", "low", "high", "p", "p_holm", "sources", "note"]
    names = ["dataset", "metric", "method", "other_metric", "other_method"]
    columns = [*names, *keys, *numbers, "signature", "other_signature"]
    if not frames:
        return pd.DataFrame(columns=columns)
    table = pd.concat(frames).reset_index()
    return bootstrap.with_holm(table, family=family)[columns]


def _pairs(cells: Sequence[Cell]) -> Iterator[tuple[Cell, Cell]]:
    metrics = list(dict.fromkeys(metric for metric, _ in cells))
    methods = list(dict.fromkeys(method for _, method in cells))
    for metric in metrics:
        for method in methods[1:]:
            yield (metric, methods[0]), (metric, method)
    for metric, later_metric in combinations(metrics, 2):
        yield (metric, methods[0]), (later_metric, methods[0])


def _compare(rows: pd.DataFrame, other_rows: pd.DataFrame) -> pd.DataFrame:
    if not rows.index.equals(other_rows.index):
        raise InputError(
            f"{_name(rows)} and {_name(other_rows)} have different statistics; evaluate them again"
        )
    difference = bootstrap.difference(_resampled(rows), _resampled(other_rows))
    names = ["metric", "method", "signature"]
    others = other_rows[names].add_prefix("other_")
    return (
        rows[["dataset", *names]]
        .join(others)
        .assign(
            **difference.columns("difference"),
            p=difference.p,
            sources=difference.sources,
            note=difference.note,
        )
    )


def _resampled(rows: pd.DataFrame) -> bootstrap.Resampled:
    return bootstrap.Resampled(
        rows["value"].to_numpy(),
        np.column_stack(rows["replicates"].to_list()),
        rows["sources"].to_numpy(),
    )


def _name(rows: pd.DataFrame) -> str:
    return f"{rows['metric'].iloc[0]} {rows['method'].iloc[0]}".rstrip()
