"""What metrics should not reward: useless edits, and edits of sentences about one group of people.

Reads: input.attributions (of each metric), input.pairs; params.resamples, params.seed.
Writes: output.vulnerability, output.counterfactual_bias.
"""

from typing import Any

import pandas as pd

from gec_attribution.corpora.probes import read_pairs
from gec_attribution.evaluation.counterfactual_bias import counterfactual_bias
from gec_attribution.evaluation.vulnerability import vulnerability
from gec_attribution.running.scripts import run_script
from gec_attribution.storage.csv_files import write_csv


def main(snakemake: Any) -> None:
    """Unpack the rule and write both tables, the metrics one after the other."""
    inputs, output = snakemake.input, snakemake.output
    sampling = {"resamples": snakemake.params.resamples, "seed": snakemake.params.seed}
    pairs = read_pairs(inputs.pairs)
    by_metric = [pd.read_parquet(path) for path in inputs.attributions]
    useless = [vulnerability(rows, **sampling) for rows in by_metric]
    write_csv(pd.concat(useless), output.vulnerability)
    paired = [counterfactual_bias(rows, pairs, **sampling) for rows in by_metric]
    write_csv(pd.concat(paired), output.counterfactual_bias)


if "snakemake" in globals():
    run_script(main, snakemake)  # noqa: F821
