"""Figure 4: the agreement of every method with the references, under one metric.

Reads: input.attributions (one file per method), input.references (one M2 file per reference);
params.options (min_edits, thresholds), params.include_sampled, params.resamples, params.seed.
Writes: output[0], and output[1] for differences.
"""

from typing import Any

import pandas as pd

from gec_attribution.edits.references import read_references
from gec_attribution.experiments.agreement.compute import agreement
from gec_attribution.running.scripts import run_script
from gec_attribution.statistics.differences import write_statistics
from gec_attribution.storage.csv_files import write_csv


def main(snakemake: Any) -> None:
    """Unpack the rule and write the table."""
    params = snakemake.params
    table = agreement(
        [pd.read_parquet(path) for path in snakemake.input.attributions],
        read_references(snakemake.input.references),
        **params.options,
        include_sampled=params.include_sampled,
        resamples=params.resamples,
        seed=params.seed,
    )
    write_csv(table.drop(columns="replicates"), snakemake.output[0])
    keys = ["protocol", "threshold"]
    write_statistics(table, snakemake.output[1], keys=keys, value="agreement")


if "snakemake" in globals():
    run_script(main, snakemake)  # noqa: F821
