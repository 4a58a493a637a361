"""Measure how often each metric of a study prefers the right sentence of the written pairs."""

from typing import Any

import pandas as pd

from gec_attribution.metrics import load_metric
from gec_attribution.running.scripts import run_script
from gec_attribution.storage.files import write_atomically
from gec_attribution.training.probes import preference_shares, read_pairs


def main(snakemake: Any) -> None:
    """Unpack the rule and write metric, difference, pairs, preferred, share."""
    pairs = read_pairs(snakemake.input.pairs)
    tables = [
        preference_shares(load_metric(name, entry), pairs).assign(metric=name)
        for name, entry in snakemake.params.metrics.items()
    ]
    table = pd.concat(tables)[["metric", "difference", "pairs", "preferred", "share"]]
    with write_atomically(snakemake.output[0]) as temporary:
        table.to_csv(temporary, index=False, float_format="%.4f", lineterminator="\n")


if "snakemake" in globals():
    run_script(main, snakemake)  # noqa: F821
