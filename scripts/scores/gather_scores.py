"""Join the shards of a metric's scores on a data set.

Reads: input.shards, in the order of the pairs; input.pairs. Writes: output[0].
"""

from itertools import chain
from typing import Any

import numpy as np

from gec_attribution.errors import InputError
from gec_attribution.running.scripts import run_script
from gec_attribution.storage.row_groups import count_rows, read_parts, table_writer


def main(snakemake: Any) -> None:
    """Unpack the rule and write the scores of all pairs."""
    shards, pairs = snakemake.input.shards, snakemake.input.pairs
    scored, planned, in_order = 0, count_rows(pairs), True
    with table_writer(snakemake.output[0]) as write:
        for scores in chain.from_iterable(map(read_parts, shards)):
            in_order &= np.array_equal(scores["pair"], np.arange(scored, scored + len(scores)))
            scored += len(scores)
            write(scores)
        if not in_order or scored != planned:
            raise InputError(
                f"{snakemake.wildcards.metric}: {scored} pairs were scored, {planned} are planned "
                f"in {pairs}; remove the scores and run again"
            )


if "snakemake" in globals():
    run_script(main, snakemake)  # noqa: F821
