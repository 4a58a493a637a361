"""Measure how often each metric of a study prefers the right sentence of the written pairs."""

from typing import Any

import pandas as pd

from gec_attribution.metrics import load_metric
from gec_attribution.storage.csv_files import write_csv
from gec_study.scripts import run_script
from gec_training.probes import preference_shares, read_pairs


def main(snakemake: Any) -> None:
    """Unpack the rule and write metric, difference, pairs, preferred, share."""
    pairs = read_pairs(snakemake.input.pairs)
    tables = [
        preference_shares(load_metric(name, entry), pairs).assign(metric=name)
        for name, entry in snakemake.params.metrics.items()
    ]
    table = pd.concat(tables)[["metric", "difference", "pairs", "preferred", "share"]]
    write_csv(table, snakemake.output[0], decimals=4)


if "snakemake" in globals():
    run_script(main, snakemake)  # noqa: F821
