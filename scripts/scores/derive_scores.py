"""Take one component of a metric's scores as a metric of its own.

Reads: input.scores, the metric's; input.coalitions, input.sources; params.component,
params.systems. Writes: output.scores and output.ends, as `score_pairs` does.
"""

from typing import Any

from gec_attribution.pipeline.scripts import run_script
from gec_attribution.scores.ends import ends_of, take_component
from gec_attribution.storage.parquet_files import write_parquet
from gec_attribution.storage.text import read_lines


def main(snakemake: Any) -> None:
    """Unpack the rule and write the pairs with the component as their score, and the ends."""
    inputs = snakemake.input
    output = snakemake.output
    wildcards = snakemake.wildcards
    take_component(
        inputs.scores, snakemake.params.component, output.scores, wildcards.metric
    )
    ends = ends_of(
        inputs.coalitions,
        output.scores,
        dataset=wildcards.dataset,
        metric=wildcards.metric,
        systems=snakemake.params.systems,
        sentences=len(read_lines(inputs.sources)),
    )
    write_parquet(ends, output.ends)


if "snakemake" in globals():
    run_script(main, snakemake)  # noqa: F821
