"""Score the systems' corrections of one data set against its references.

Reads: input.sources, input.edits (one M2 file per system), input.references (one M2 file per
reference);
params.systems (their names), params.resamples, params.seed; the wildcard dataset. Writes:
output[0].
"""

from typing import Any

from gec_attribution.edits.m2 import edits_of
from gec_attribution.edits.references import read_references
from gec_attribution.experiments.system_scores.compute import system_scores
from gec_attribution.languages import load_language
from gec_attribution.running.scripts import run_script
from gec_attribution.storage.csv_files import write_csv
from gec_attribution.storage.text import read_lines


def main(snakemake: Any) -> None:
    """Unpack the rule and write the table."""
    inputs, params = snakemake.input, snakemake.params
    edits = [[found for _, found in edits_of(path)] for path in inputs.edits]
    table = system_scores(
        snakemake.wildcards.dataset,
        read_lines(inputs.sources),
        dict(zip(params.systems, edits, strict=True)),
        read_references(inputs.references),
        resamples=params.resamples,
        seed=params.seed,
        language=load_language(params.language),
    )
    write_csv(table, snakemake.output[0])


if "snakemake" in globals():
    run_script(main, snakemake)  # noqa: F821
