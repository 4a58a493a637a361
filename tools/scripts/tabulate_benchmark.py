"""Write a table, as the module of `tools.benchmarks.tables` that the rule names makes it.

Reads: input.tables, the CSV files of one evaluation, or those of several evaluations by name;
params.module, params.labels, and params.join, what else the module's `join` takes.
Writes: output.tex, .md and .csv.
"""

from importlib import import_module
from pathlib import Path
from typing import Any

from gec_attribution.storage.csv_files import read_tables
from gec_study.scripts import run_script
from gec_study.tables.labels import with_labels
from gec_study.tables.render import write_table


def main(snakemake: Any) -> None:
    """Unpack the rule and write the table."""
    module = import_module(f"tools.benchmarks.tables.{snakemake.params.module}")
    rows = {name: read_tables(paths) for name, paths in snakemake.input.items() if paths}
    joined = (
        module.join(**rows, **snakemake.params.get("join", {}))
        if hasattr(module, "join")
        else rows["tables"]
    )
    table = with_labels(joined, snakemake.params.labels)
    stem = Path(snakemake.output.tex).with_suffix("")
    write_table(module.tabulate(table), stem, module.caption(table), table)


if "snakemake" in globals():
    run_script(main, snakemake)  # noqa: F821
