"""Score tables as files: a component taken as a metric of its own."""

from pathlib import Path

import pandas as pd

from gec_attribution.errors import ConfigError, unknown
from gec_attribution.storage.parquet_files import write_parquet


def take_component(scores: str | Path, component: str, path: str | Path, metric: str) -> None:
    """Write the pairs of a score table with one of its components as their score.

    Args:
        scores: a table with the columns `pair` and `score`, and one for each component.
        component: name of a component; the signature of the new table names it, too.
        path: the table to write.
        metric: name of the new metric in errors.

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
