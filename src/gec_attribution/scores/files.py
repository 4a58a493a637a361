"""Score tables as files: shards joined into one, a component taken as a metric of its own."""

from collections.abc import Iterable
from pathlib import Path

import numpy as np
import pandas as pd
import pyarrow.parquet as pq

from gec_attribution.errors import ConfigError, InputError, unknown
from gec_attribution.storage.parquet_files import write_parquet


def join_shards(
    shards: Iterable[str | Path], pairs: str | Path, path: str | Path, metric: str
) -> None:
    """Write the scores of all pairs as one table.

    Args:
        shards: tables with the column `pair`, in the order of the pairs.
        pairs: the table of planned pairs, one row each.
        path: the table to write.
        metric: what errors call it.

    Raises:
        InputError: a pair has no score, or the shards are not in order.
    """
    scores = pd.concat(map(pd.read_parquet, shards), ignore_index=True)
    planned = pq.read_metadata(pairs).num_rows
    if not np.array_equal(scores["pair"], np.arange(planned)):
        raise InputError(
            f"{metric}: {len(scores)} pairs were scored, {planned} are planned in {pairs}; remove "
            "the scores and run again"
        )
    write_parquet(scores, path)


def take_component(scores: str | Path, component: str, path: str | Path, metric: str) -> None:
    """Write the pairs of a score table with one of its components as their score.

    Args:
        scores: a table with the columns `pair` and `score`, and one for each component.
        component: name of a component; the signature of the new table names it, too.
        path: the table to write.
        metric: what errors call the new metric.

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
    derived.attrs["signature"] = {**table.attrs.get("signature", {}), "component": component}
    write_parquet(derived, path)
