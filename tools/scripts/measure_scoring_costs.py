"""Measure what one metric takes for some of a study's pairs, on one thread and outside the store.

Reads: input.pairs, the planned pairs of all data sets that it scores; input.scores, its scores of
them; params.metric (its configuration entry), params.scoring, params.sample, params.seed. Writes:
output[0].
"""

from typing import Any

import torch

from gec_attribution.metrics import load_metric, runtime_options
from gec_attribution.storage.csv_files import write_csv
from gec_study.scripts import run_script
from tools.benchmarks.costs import scoring_costs
from tools.benchmarks.throughput import planned_pairs, sample_sources


def main(snakemake: Any) -> None:
    """Unpack the rule and write the table."""
    torch.set_num_threads(1)
    inputs, params, name = snakemake.input, snakemake.params, snakemake.wildcards.metric
    planned = planned_pairs(inputs.pairs)
    metric = load_metric(name, params.metric, **runtime_options(params.scoring))
    sample = sample_sources(planned, params.sample, params.seed)
    write_csv(scoring_costs(name, metric, sample, len(planned), inputs.scores), snakemake.output[0])


if "snakemake" in globals():
    run_script(main, snakemake)  # noqa: F821
