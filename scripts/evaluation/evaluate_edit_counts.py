"""Figure 2: count the edits of every system.

Reads: input.edits (one M2 file per system); params.systems (their names), params.resamples,
params.seed; the wildcard dataset. Writes: output[0].
"""

from typing import Any

from gec_attribution.edits.m2 import edits_of
from gec_attribution.experiments.edit_counts.compute import edit_counts
from gec_attribution.running.scripts import run_script
from gec_attribution.storage.csv_files import write_csv


def main(snakemake: Any) -> None:
    """Unpack the rule and write the table."""
    params = snakemake.params
    counts = {
        system: [len(edits) for _, edits in edits_of(path)]
        for system, path in zip(params.systems, snakemake.input.edits, strict=True)
    }
    table = edit_counts(
        snakemake.wildcards.dataset, counts, resamples=params.resamples, seed=params.seed
    )
    write_csv(table, snakemake.output[0])


if "snakemake" in globals():
    run_script(main, snakemake)  # noqa: F821
