"""Join the shards of a metric's scores on a data set.

Reads: input.shards, in the order of the pairs; input.pairs. Writes: output[0].
"""

from typing import Any

import pandas as pd

from gec_attribution.errors import InputError
from gec_attribution.files import write_atomically
from gec_attribution.scripting import run_script


def main(snakemake: Any) -> None:
    """Unpack the rule and write the scores of all pairs."""
    shards = [pd.read_parquet(path) for path in snakemake.input.shards]
    scores = pd.concat(shards, ignore_index=True)
    scores.attrs = shards[0].attrs
    planned = pd.read_parquet(snakemake.input.pairs, columns=["pair"])["pair"]
    if not scores["pair"].equals(planned):
        raise InputError(
            f"{snakemake.wildcards.metric}: {len(scores)} pairs were scored, {len(planned)} are "
            f"planned in {snakemake.input.pairs}; remove the scores and run again"
        )
    with write_atomically(snakemake.output[0]) as temporary:
        scores.to_parquet(temporary, index=False)


if "snakemake" in globals():
    run_script(main, snakemake)  # noqa: F821
