"""Figure 4: the agreement of every method with the references, under one metric.

Reads: input.attributions (a file a method), input.references (an M2 file a reference);
params.options (min_edits, thresholds), params.resamples, params.seed. Writes: output[0].
"""

from typing import Any

import pandas as pd

from gec_attribution.evaluation.agreement import agreement
from gec_attribution.evaluation.errant_scores import read_references
from gec_attribution.running.scripts import run_script
from gec_attribution.storage.csv_files import write_csv


def main(snakemake: Any) -> None:
    """Unpack the rule and write the table."""
    params = snakemake.params
    table = agreement(
        [pd.read_parquet(path) for path in snakemake.input.attributions],
        read_references(snakemake.input.references),
        **params.options,
        resamples=params.resamples,
        seed=params.seed,
    )
    write_csv(table, snakemake.output[0])


if "snakemake" in globals():
    run_script(main, snakemake)  # noqa: F821
