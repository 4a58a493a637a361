"""Write a table of an experiment, as its module has the columns.

Reads: input, the CSV files of a result as `tables`, or those of several results by name;
params.module, params.labels, params.caption, params.style, the study's `style`, and params.options,
what else the module's `join` takes.
Writes: output.tex, .md, .json and .csv.
"""

from pathlib import Path
from typing import Any

from gec_attribution.storage.csv_files import read_tables
from gec_study.experiments.loading import module_of
from gec_study.scripts import run_script
from gec_study.tables.chosen import chosen_rows
from gec_study.tables.columns import cells
from gec_study.tables.labels import with_labels
from gec_study.tables.render import write_table


def main(snakemake: Any) -> None:
    """Unpack the rule and write the table."""
    params = snakemake.params
    module = module_of(params.module)
    results = {
        name: read_tables(paths, params.text) for name, paths in snakemake.input.items() if paths
    }
    rows = (
        module.join(**results, **params.options) if hasattr(module, "join") else results["tables"]
    )
    style, stem = params.style, Path(snakemake.output.tex).with_suffix("")
    table = with_labels(chosen_rows(rows, style["shown"]), params.labels)
    shown = module.tabulate(table) if hasattr(module, "tabulate") else cells(table, module.COLUMNS)
    about = style["tables"].get(stem.name, {})
    write_table(shown, stem, params.caption, table, signatures=style["signatures"], **about)


if "snakemake" in globals():
    run_script(main, snakemake)  # noqa: F821
