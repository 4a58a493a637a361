"""Join the shards of a metric's scores on a data set, and list what both ends of sentences have.

Reads: input.shards, in the order of the pairs; input.pairs, input.coalitions;
input.number, the number of sentences, as JSON; params.systems. Writes: output.scores, output.ends.
"""

from typing import Any

from gec_attribution.pipeline.scripts import run_script
from gec_attribution.scores.ends import write_ends
from gec_attribution.scores.files import join_shards
from gec_attribution.storage.json_files import read_json


def main(snakemake: Any) -> None:
    """Unpack the rule and write the scores of all pairs, and those of the ends."""
    inputs, output, wildcards = snakemake.input, snakemake.output, snakemake.wildcards
    join_shards(inputs.shards, inputs.pairs, output.scores, wildcards.metric)
    write_ends(
        output.ends,
        inputs.coalitions,
        output.scores,
        dataset=wildcards.dataset,
        metric=wildcards.metric,
        systems=snakemake.params.systems,
        sentences=read_json(inputs.number)["sentences"],
    )


if "snakemake" in globals():
    run_script(main, snakemake)  # noqa: F821
