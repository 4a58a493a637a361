"""Section 4.4: how each metric ranks the systems' corrections of a sentence.

Reads: input.tables, params.labels. Writes: output.tex, .md and .csv.
"""

from pathlib import Path
from typing import Any

from gec_attribution.running.scripts import run_script
from gec_attribution.tables.frames import read_tables, with_labels
from gec_attribution.tables.meta_evaluation import CAPTION, tabulate
from gec_attribution.tables.render import write_table


def main(snakemake: Any) -> None:
    """Unpack the rule and write the table."""
    table = with_labels(read_tables(snakemake.input.tables), snakemake.params.labels)
    stem = Path(snakemake.output.tex).with_suffix("")
    write_table(tabulate(table), stem, CAPTION, table)


if "snakemake" in globals():
    run_script(main, snakemake)  # noqa: F821
