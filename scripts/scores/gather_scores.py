"""Join the shards of a metric's scores on a data set.

Reads: input.shards, in the order of the pairs, some of them empty; input.pairs. Writes: output[0].
"""

from pathlib import Path
from typing import Any

from gec_attribution.running.scripts import run_script
from gec_attribution.scores.files import join_shards


def main(snakemake: Any) -> None:
    """Unpack the rule and write the scores of all pairs."""
    inputs = snakemake.input
    shards = [path for path in inputs.shards if Path(path).stat().st_size]
    join_shards(shards, inputs.pairs, snakemake.output[0], snakemake.wildcards.metric)


if "snakemake" in globals():
    run_script(main, snakemake)  # noqa: F821
