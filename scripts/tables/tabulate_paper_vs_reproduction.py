"""The numbers printed in the paper, beside the study's own.

Reads: input.meta_evaluation, input.precision, params.labels. Writes: output.tex, .md and .csv.
"""

from pathlib import Path
from typing import Any

from gec_attribution.running.scripts import run_script
from gec_attribution.tables.frames import read_tables, with_labels
from gec_attribution.tables.paper_vs_reproduction import CAPTION, compare, tabulate
from gec_attribution.tables.render import write_table


def main(snakemake: Any) -> None:
    """Unpack the rule and write the table."""
    inputs = snakemake.input
    table = compare(read_tables(inputs.meta_evaluation), read_tables(inputs.precision))
    table = with_labels(table, snakemake.params.labels)
    stem = Path(snakemake.output.tex).with_suffix("")
    write_table(tabulate(table), stem, CAPTION, table)


if "snakemake" in globals():
    run_script(main, snakemake)  # noqa: F821
