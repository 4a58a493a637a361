"""Write the tables of an experiment, as their modules have the columns.

Reads: the CSV files of results; params.tables (for each table its stem, module, caption, results,
CSV files by name, and options, what else the module's `join` takes), params.labels and params.text.
Writes: a .tex, .md, .json and .csv file for each stem.
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
    """Unpack the rule and write the tables."""
    params = snakemake.params
    for table in params.tables:
        module = module_of(table["module"])
        results = {}
        for name, paths in table["results"].items():
            if paths:
                results[name] = read_tables(paths, params.text)
        joins = hasattr(module, "join")
        rows = (
            module.join(**results, **table["options"]) if joins else results["tables"]
        )
        numbers = with_labels(rows, params.labels)
        write_table(
            cells_of(module, numbers),
            Path(table["stem"]),
            table["caption"],
            numbers,
            is_transposed=getattr(module, "TRANSPOSED", False),
        )


if "snakemake" in globals():
    run_script(main, snakemake)  # noqa: F821
