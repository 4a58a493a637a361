"""Take one component of a metric's scores as a metric of its own.

Reads: input[0]; params.component. Writes: output[0].
"""

from typing import Any

import pandas as pd

from gec_attribution.errors import ConfigError
from gec_attribution.files import write_atomically
from gec_attribution.scripting import run_script


def main(snakemake: Any) -> None:
    """Unpack the rule and write the pairs with the component as their score."""
    scores = pd.read_parquet(snakemake.input[0])
    component, metric = snakemake.params.component, snakemake.wildcards.metric
    if component not in scores or component in {"pair", "score"}:
        known = ", ".join(name for name in scores if name not in {"pair", "score"})
        raise ConfigError(f"metrics.{metric}.component: found {component!r}; there are: {known}")
    derived = scores[["pair"]].assign(score=scores[component])
    derived.attrs["signature"] = {**scores.attrs.get("signature", {}), "component": component}
    with write_atomically(snakemake.output[0]) as temporary:
        derived.to_parquet(temporary, index=False)


if "snakemake" in globals():
    run_script(main, snakemake)  # noqa: F821
