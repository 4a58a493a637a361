"""What each metric was asked, and what it could not answer in full.

Reads: input.tables, params.labels. Writes: output.tex, .md and .csv.
"""

from pathlib import Path
from typing import Any

from gec_attribution.running.scripts import run_script
from gec_attribution.tables.frames import read_tables, with_labels
from gec_attribution.tables.render import write_table
from gec_attribution.tables.score_summary import CAPTION, tabulate


def main(snakemake: Any) -> None:
    """Unpack the rule and write the table."""
    table = with_labels(read_tables(snakemake.input.tables), snakemake.params.labels)
    stem = Path(snakemake.output.tex).with_suffix("")
    write_table(tabulate(table), stem, CAPTION, table)


if "snakemake" in globals():
    run_script(main, snakemake)  # noqa: F821
