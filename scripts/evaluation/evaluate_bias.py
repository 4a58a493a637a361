"""Figure 6: the mean normalised attribution of every type of error, under every metric.

Reads: input.attributions (one file per metric); params.min_frequency, params.include_sampled,
params.resamples, params.seed. Writes: output[0].
"""

from typing import Any

import pandas as pd

from gec_attribution.evaluation.bias import bias, with_correction
from gec_attribution.running.scripts import run_script
from gec_attribution.storage.csv_files import write_csv


def main(snakemake: Any) -> None:
    """Unpack the rule and write the table."""
    params = snakemake.params
    tables = [
        bias(
            pd.read_parquet(path),
            min_frequency=params.min_frequency,
            include_sampled=params.include_sampled,
            resamples=params.resamples,
            seed=params.seed,
        )
        for path in snakemake.input.attributions
    ]
    write_csv(with_correction(tables), snakemake.output[0])


if "snakemake" in globals():
    run_script(main, snakemake)  # noqa: F821
