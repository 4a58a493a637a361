"""Figure 7: every system's precision by type of error, under one metric.

Reads: input.attributions, input.edits (one M2 file per system), input.coalitions, input.scores;
params.systems (their names), params.min_frequency, params.include_sampled,
params.resamples, params.seed. Writes: output[0].
"""

from typing import Any

import pandas as pd

from gec_attribution.evaluation.precision import corpus_score, precision
from gec_attribution.games.values import sentences_with_values
from gec_attribution.running.scripts import run_script
from gec_attribution.storage.csv_files import write_csv


def main(snakemake: Any) -> None:
    """Unpack the rule and write the table."""
    inputs, params = snakemake.input, snakemake.params
    edits = dict(zip(params.systems, inputs.edits, strict=True))
    systems = sentences_with_values(edits, inputs.coalitions, inputs.scores)
    table = precision(
        pd.read_parquet(inputs.attributions),
        {system: corpus_score(sentences) for system, sentences in systems.items()},
        min_frequency=params.min_frequency,
        include_sampled=params.include_sampled,
        resamples=params.resamples,
        seed=params.seed,
    )
    write_csv(table, snakemake.output[0])


if "snakemake" in globals():
    run_script(main, snakemake)  # noqa: F821
