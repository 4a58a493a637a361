"""Whether the order of φ raises a metric, and F0.5 against the references, soonest.

Reads: input.edits (one M2 file per system), input.coalitions, input.scores (one table per metric),
input.attributions (metric by metric, one table per method), input.references; params.systems,
params.metrics and params.methods (their names), params.options (min_edits), params.resamples,
params.seed; the wildcard dataset. Writes: output[0] (areas)
and output[1] (curves).
"""

from typing import Any

import pandas as pd

from gec_attribution.attribution.edit_tables import the_one
from gec_attribution.edits.references import read_references
from gec_attribution.experiments.faithfulness.compute import (
    faithfulness,
    mean_curves,
    sentence_curves,
)
from gec_attribution.games.values import sentences_with_values
from gec_attribution.running.scripts import run_script
from gec_attribution.storage.csv_files import write_csv

COLUMNS = ["system", "line", "phi", "signature"]


def main(snakemake: Any) -> None:
    """Unpack the rule and write the table."""
    inputs, params = snakemake.input, snakemake.params
    references = read_references(inputs.references) if inputs.references else None
    edits = dict(zip(params.systems, inputs.edits, strict=True))
    paths = iter(inputs.attributions)
    areas, curves = [], []
    for metric, scores in zip(params.metrics, inputs.scores, strict=True):
        attributions = {
            method: pd.read_parquet(next(paths), columns=COLUMNS) for method in params.methods
        }
        found = sentence_curves(
            sentences_with_values(edits, inputs.coalitions, scores),
            attributions,
            references,
            min_edits=params.options["min_edits"],
        )
        options = {
            "dataset": snakemake.wildcards.dataset,
            "metric": metric,
            "resamples": params.resamples,
            "seed": params.seed,
            "signature": the_one(attributions[params.methods[0]], "signature"),
        }
        areas.append(faithfulness(found, **options))
        curves.append(mean_curves(found, **options))
    write_csv(pd.concat(areas), snakemake.output[0])
    write_csv(pd.concat(curves), snakemake.output[1])


if "snakemake" in globals():
    run_script(main, snakemake)  # noqa: F821
