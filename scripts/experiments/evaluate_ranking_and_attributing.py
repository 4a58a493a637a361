"""Correlate how metrics rank corrections with how they attribute to judged edits.

Reads: input.rankings and input.judgements, tables of those experiments; params.resamples,
params.seed. Writes: output[0].
"""

from typing import Any

from gec_attribution.experiments.ranking_and_attributing.compute import ranking_and_attributing
from gec_attribution.running.scripts import run_script
from gec_attribution.storage.csv_files import read_tables, write_csv


def main(snakemake: Any) -> None:
    """Unpack the rule and write the table."""
    inputs, params = snakemake.input, snakemake.params
    table = ranking_and_attributing(
        read_tables([inputs.rankings], ["judged", "systems"]),
        read_tables([inputs.judgements]),
        resamples=params.resamples,
        seed=params.seed,
    )
    write_csv(table, snakemake.output[0])


if "snakemake" in globals():
    run_script(main, snakemake)  # noqa: F821
