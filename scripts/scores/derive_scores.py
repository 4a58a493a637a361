"""Take one component of a metric's scores as a metric of its own.

Reads: input[0]; params.component. Writes: output[0].
"""

from typing import Any

from gec_attribution.running.scripts import run_script
from gec_attribution.scores.files import take_component


def main(snakemake: Any) -> None:
    """Unpack the rule and write the pairs with the component as their score."""
    component, metric = snakemake.params.component, snakemake.wildcards.metric
    take_component(snakemake.input[0], component, snakemake.output[0], metric)


if "snakemake" in globals():
    run_script(main, snakemake)  # noqa: F821
