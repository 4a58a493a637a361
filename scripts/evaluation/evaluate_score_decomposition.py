"""Where each system's mean score comes from, and what makes two systems differ, for all metrics.

Reads: input.edits (one M2 file per system), input.coalitions, input.scores and input.attributions
(one file per metric each); params.systems and params.metrics (their names), params.resamples,
params.seed; the wildcard dataset. Writes: output.systems, output.differences.
"""

from typing import Any

import pandas as pd

from gec_attribution.edits.m2 import iter_edits
from gec_attribution.experiments.score_decomposition.compute import end_scores, score_decomposition
from gec_attribution.games.values import sentences_with_values
from gec_attribution.running.scripts import run_script
from gec_attribution.storage.csv_files import write_csv


def main(snakemake: Any) -> None:
    """Unpack the rule and write the tables."""
    inputs, params = snakemake.input, snakemake.params
    edits = dict(zip(params.systems, inputs.edits, strict=True))
    lines = sum(1 for _ in iter_edits(inputs.edits[0]))
    tables = []
    for metric, scores, attributions in zip(
        params.metrics, inputs.scores, inputs.attributions, strict=True
    ):
        systems = sentences_with_values(edits, inputs.coalitions, scores)
        tables.append(
            score_decomposition(
                snakemake.wildcards.dataset,
                metric,
                {name: end_scores(sentences, lines) for name, sentences in systems.items()},
                pd.read_parquet(attributions),
                resamples=params.resamples,
                seed=params.seed,
            )
        )
    for path, found in zip(
        (snakemake.output.systems, snakemake.output.differences),
        zip(*tables, strict=True),
        strict=True,
    ):
        write_csv(pd.concat(found, ignore_index=True), path)


if "snakemake" in globals():
    run_script(main, snakemake)  # noqa: F821
