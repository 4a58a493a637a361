"""What the systems' corrections gain where the edits that a metric finds harmful are left out.

Reads: input.sources, input.edits (one M2 file per system), input.references (one M2 file per
reference), input.attributions (one file per metric and method), input.tuned (the tables of
`tune_filters`, none or one); params.systems (their names), params.threshold, params.resamples,
params.seed, params.language. Writes: output[0].
"""

from typing import Any

import pandas as pd

from gec_attribution.edits.m2 import edits_of
from gec_attribution.edits.references import read_references
from gec_attribution.experiments.filtering.compute import FIXED, TUNED, best_thresholds, filtering
from gec_attribution.languages import load_language
from gec_attribution.running.scripts import run_script
from gec_attribution.storage.csv_files import read_tables, write_csv
from gec_attribution.storage.text import read_lines


def main(snakemake: Any) -> None:
    """Unpack the rule and write the table."""
    inputs, params = snakemake.input, snakemake.params
    tuned = best_thresholds(read_tables(inputs.tuned)) if inputs.tuned else {}

    def thresholds(metric: str, method: str) -> dict[str, float]:
        found = {TUNED: tuned[metric, method]} if (metric, method) in tuned else {}
        return {FIXED: params.threshold, **found}

    edits = [[found for _, found in edits_of(path)] for path in inputs.edits]
    table = filtering(
        read_lines(inputs.sources),
        dict(zip(params.systems, edits, strict=True)),
        read_references(inputs.references),
        [pd.read_parquet(path) for path in inputs.attributions],
        thresholds,
        resamples=params.resamples,
        seed=params.seed,
        language=load_language(params.language),
    )
    write_csv(table, snakemake.output[0])


if "snakemake" in globals():
    run_script(main, snakemake)  # noqa: F821
