"""Take one component of a metric's scores as a metric of its own.

Reads: input[0]; params.component. Writes: output[0].
"""

from typing import Any

from gec_attribution.errors import ConfigError
from gec_attribution.running.scripts import run_script
from gec_attribution.storage.row_groups import read_parts, table_writer


def main(snakemake: Any) -> None:
    """Unpack the rule and write the pairs with the component as their score."""
    component, metric = snakemake.params.component, snakemake.wildcards.metric
    with table_writer(snakemake.output[0]) as write:
        for scores in read_parts(snakemake.input[0]):
            components = scores.columns.drop(["pair", "score"])
            if component not in components:
                raise ConfigError(
                    f"metrics.{metric}.component: found {component!r}; there are: "
                    f"{', '.join(components)}"
                )
            derived = scores[["pair"]].assign(score=scores[component])
            signature = scores.attrs.get("signature", {})
            derived.attrs["signature"] = {**signature, "component": component}
            write(derived)


if "snakemake" in globals():
    run_script(main, snakemake)  # noqa: F821
