"""Score tables as files: shards joined into one, a component taken as a metric of its own."""

from collections.abc import Iterable
from itertools import chain
from pathlib import Path

import numpy as np

from gec_attribution.errors import ConfigError, InputError, unknown
from gec_attribution.storage.row_groups import count_rows, read_parts, table_writer


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
    scored, planned, in_order = 0, count_rows(pairs), True
    with table_writer(path) as write:
        for scores in chain.from_iterable(map(read_parts, shards)):
            in_order &= np.array_equal(scores["pair"], np.arange(scored, scored + len(scores)))
            scored += len(scores)
            write(scores)
        if not in_order or scored != planned:
            raise InputError(
                f"{metric}: {scored} pairs were scored, {planned} are planned in {pairs}; remove "
                "the scores and run again"
            )


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
    with table_writer(path) as write:
        for part in read_parts(scores):
            components = part.columns.drop(["pair", "score"])
            if component not in components:
                raise ConfigError(
                    f"metrics.{metric}.component: {unknown('component', component, components)}"
                )
            derived = part[["pair"]].assign(score=part[component])
            signature = part.attrs.get("signature", {})
            derived.attrs["signature"] = {**signature, "component": component}
            write(derived)
