"""Whether metrics rate an edit alike in sentences that differ in one word.

Reads: input.attributions, of each metric, and input.pairs; params.lines (which part of the data set
was taken; null for all), params.resamples, params.seed. Writes: output[0].
"""

from typing import Any

import pandas as pd

from gec_attribution.corpora.probes import read_pairs
from gec_attribution.experiments.counterfactual_bias.compute import counterfactual_bias
from gec_attribution.running.scripts import run_script
from gec_attribution.storage.csv_files import write_csv


def main(snakemake: Any) -> None:
    """Unpack the rule and write the rows of all metrics."""
    sampling = {"resamples": snakemake.params.resamples, "seed": snakemake.params.seed}
    pairs = read_pairs(snakemake.input.pairs, snakemake.params.lines)
    by_metric = [pd.read_parquet(path) for path in snakemake.input.attributions]
    write_csv(
        pd.concat([counterfactual_bias(rows, pairs, **sampling) for rows in by_metric]),
        snakemake.output[0],
    )


if "snakemake" in globals():
    run_script(main, snakemake)  # noqa: F821
