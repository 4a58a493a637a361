"""Write a table of an experiment, as its module has the columns.

Reads: input, the CSV files of a result as `tables`, or those of several results by name;
params.module, params.labels, params.caption and params.options, what else the module's `join`
takes.
Writes: output.tex, .md, .json and .csv.
"""

from pathlib import Path
from typing import Any

from gec_attribution.experiments.loading import module_of
from gec_attribution.pipeline.scripts import run_script
from gec_attribution.storage.csv_files import read_tables
from gec_attribution.tables.columns import cells_of
from gec_attribution.tables.labels import with_labels
from gec_attribution.tables.render import write_table


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
    table = with_labels(rows, params.labels)
    stem = Path(snakemake.output.tex).with_suffix("")
    is_transposed = getattr(module, "TRANSPOSED", False)
    write_table(cells_of(module, table), stem, params.caption, table, is_transposed=is_transposed)


if "snakemake" in globals():
    run_script(main, snakemake)  # noqa: F821
