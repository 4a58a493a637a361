"""How good and how fast the systems are.

Reads: input.scores, input.speeds (a CSV file each), params.labels. Writes: output.tex, .md and
.csv.
"""

from pathlib import Path
from typing import Any

from gec_attribution.running.scripts import run_script
from gec_attribution.tables.frames import read_tables, with_labels
from gec_attribution.tables.render import write_table
from gec_attribution.tables.system_scores import caption, tabulate, with_speed


def main(snakemake: Any) -> None:
    """Unpack the rule and write the table."""
    inputs = snakemake.input
    speeds = read_tables(inputs.speeds) if inputs.speeds else None
    table = with_speed(read_tables(inputs.scores), speeds)
    table = with_labels(table, snakemake.params.labels)
    stem = Path(snakemake.output.tex).with_suffix("")
    write_table(tabulate(table), stem, caption(table), table)


if "snakemake" in globals():
    run_script(main, snakemake)  # noqa: F821
