"""Table 1: one correction and what each metric makes of it.

Reads: input.tables, params.labels. Writes: output.tex, .md and .csv.
"""

from pathlib import Path
from typing import Any

from gec_attribution.running.scripts import run_script
from gec_attribution.tables.case_study import caption, tabulate
from gec_attribution.tables.frames import read_tables, with_labels
from gec_attribution.tables.render import write_table


def main(snakemake: Any) -> None:
    """Unpack the rule and write the table."""
    table = with_labels(read_tables(snakemake.input.tables), snakemake.params.labels)
    stem = Path(snakemake.output.tex).with_suffix("")
    write_table(tabulate(table), stem, caption(table), table)


if "snakemake" in globals():
    run_script(main, snakemake)  # noqa: F821
