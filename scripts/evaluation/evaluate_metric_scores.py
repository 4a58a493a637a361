"""What every metric gave each system on one data set.

Reads: input.sources, input.edits (one M2 file per system), input.coalitions, input.scores (one file
per metric);
params.systems and params.metrics (their names), params.resamples, params.seed; the wildcard
dataset. Writes: output[0].
"""

from typing import Any

import pandas as pd

from gec_attribution.attribution.signatures import scored_parts
from gec_attribution.experiments.metric_scores.compute import metric_scores, scores_by_line
from gec_attribution.games.values import sentences_with_values
from gec_attribution.running.scripts import run_script
from gec_attribution.storage.csv_files import write_csv
from gec_attribution.storage.text import read_lines


def main(snakemake: Any) -> None:
    """Unpack the rule and write the table."""
    inputs, params = snakemake.input, snakemake.params
    edits = dict(zip(params.systems, inputs.edits, strict=True))
    lines = len(read_lines(inputs.sources))
    tables = []
    for metric, path in zip(params.metrics, inputs.scores, strict=True):
        systems = sentences_with_values(edits, inputs.coalitions, path)
        scored_by = pd.read_parquet(path, columns=["pair"]).attrs.get("signature", {})
        tables.append(
            metric_scores(
                snakemake.wildcards.dataset,
                metric,
                params.systems,
                scores_by_line(list(systems.values()), lines),
                resamples=params.resamples,
                seed=params.seed,
                signature=scored_parts(metric, scored_by),
            )
        )
    write_csv(pd.concat(tables), snakemake.output[0])


if "snakemake" in globals():
    run_script(main, snakemake)  # noqa: F821
