"""Scores of both ends of every corrected sentence, of a metric or a component, in a small table.

Experiments that need only the scores of sources and hypotheses read this table, without edits and
coalitions.
"""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from gec_attribution.errors import ConfigError, unknown
from gec_attribution.games.values import values_by_line
from gec_attribution.storage.parquet_files import read_attrs, write_parquet

COLUMNS = ["dataset", "system", "metric", "line", "baseline", "score"]
"""Columns of the table, which has a row for every sentence of every system.

All rows of a system come after those of the one before, in the order of lines, from 1. What moved
the scores is in the `attrs` of the table, as `signature`.

The baseline is M(S|S), the score of the source, and the score M(H|S), that of the hypothesis: the
baseline where nothing was edited. Either is NaN where the metric gives the text no score. Both are
NaN for a sentence of more edits than coalitions can have (`MAX_PLAYERS`): it was not scored.
"""


def ends_of(
    coalitions: str | Path,
    scores: str | Path,
    *,
    dataset: str,
    metric: str,
    systems: Sequence[str],
    sentences: int,
) -> pd.DataFrame:
    """The table of a metric on a data set.

    The rows are in the order of `systems`. The two ends of each sentence are taken from the planned
    coalitions and the metric's scores (see `values_by_line`); `sentences` is the number of lines.

    Raises:
        InputError: a pair has no score.
    """
    frames = []
    for system, lines in values_by_line(systems, coalitions, scores).items():
        ends = np.full((sentences, 2), np.nan)
        for line, _, (values,) in lines:
            ends[line - 1] = values[0], values[-1]
        numbers = np.arange(1, sentences + 1, dtype=np.int32)
        columns = {"line": numbers, "baseline": ends[:, 0], "score": ends[:, 1]}
        frames.append(
            pd.DataFrame(columns).assign(dataset=dataset, system=system, metric=metric)
        )
    table = pd.concat(frames, ignore_index=True)[COLUMNS]
    table.attrs["signature"] = read_attrs(scores).get("signature", {})
    return table


def take_component(
    scores: str | Path, component: str, path: str | Path, metric: str
) -> None:
    """Write the pairs of a score table with one of its components as their score.

    The table has a column for each component, beside `pair` and `score`. The signature of the new
    one names the component, too; errors name the new metric.

    Raises:
        ConfigError: the table has no such component.
    """
    table = pd.read_parquet(scores)
    components = table.columns.drop(["pair", "score"])
    if component not in components:
        raise ConfigError(
            f"metrics.{metric}.component: {unknown('component', component, components)}"
        )
    derived = table[["pair"]].assign(score=table[component])
    derived.attrs["signature"] = {
        **table.attrs.get("signature", {}),
        "component": component,
    }
    write_parquet(derived, path)


def read_ends(path: str | Path) -> pd.DataFrame:
    """The table, with `COLUMNS`."""
    return pd.read_parquet(path, columns=COLUMNS)


def by_line(ends: pd.DataFrame, end: str) -> NDArray[np.float64]:
    """One end of all sentences, `baseline` or `score`: (systems, lines), NaN as in `COLUMNS`."""
    return ends[end].to_numpy().reshape(ends["system"].nunique(), -1)
