"""Figure 6: the mean normalised attribution of every type of error, under one metric.

Reads: input.attributions; params.min_frequency, params.resamples, params.seed. Writes: output[0].
"""

from typing import Any

import pandas as pd

from gec_attribution.evaluation.bias import bias
from gec_attribution.running.scripts import run_script
from gec_attribution.storage.csv_files import write_csv


def main(snakemake: Any) -> None:
    """Unpack the rule and write the table."""
    params = snakemake.params
    table = bias(
        pd.read_parquet(snakemake.input.attributions),
        min_frequency=params.min_frequency,
        resamples=params.resamples,
        seed=params.seed,
    )
    write_csv(table, snakemake.output[0])


if "snakemake" in globals():
    run_script(main, snakemake)  # noqa: F821
