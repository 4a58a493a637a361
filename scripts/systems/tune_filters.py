"""How good filtered corrections are with each threshold, by every metric and method.

Reads: input.sources, input.edits (one M2 file per system), input.references (one M2 file per
reference), input.attributions (one file per metric and method); params.systems (their names),
params.language. Writes: output[0].
"""

from typing import Any

import pandas as pd

from gec_attribution.edits.m2 import edits_of
from gec_attribution.edits.references import read_references
from gec_attribution.languages import load_language
from gec_attribution.storage.csv_files import write_csv
from gec_attribution.storage.text import read_lines
from gec_study.experiments.filtering.compute import tune_filters
from gec_study.scripts import run_script


def main(snakemake: Any) -> None:
    """Unpack the rule and write the table."""
    inputs, params = snakemake.input, snakemake.params
    edits = [[own for _, own in edits_of(path)] for path in inputs.edits]
    table = tune_filters(
        read_lines(inputs.sources),
        dict(zip(params.systems, edits, strict=True)),
        read_references(inputs.references),
        [pd.read_parquet(path) for path in inputs.attributions],
        language=load_language(params.language),
    )
    write_csv(table, snakemake.output[0])


if "snakemake" in globals():
    run_script(main, snakemake)  # noqa: F821
