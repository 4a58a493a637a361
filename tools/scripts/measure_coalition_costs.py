"""Count the coalitions of a study.

Reads: input.edits, input.coalitions, input.pairs; params.datasets (for each data set how many M2
files it has), params.max_edits. Writes: output[0].
"""

from typing import Any

from gec_attribution.storage.csv_files import write_csv
from gec_study.scripts import run_script
from tools.benchmarks.costs import coalition_costs


def main(snakemake: Any) -> None:
    """Unpack the rule and write the table."""
    inputs, params = snakemake.input, snakemake.params
    edits = iter(inputs.edits)
    edits_of = {name: [next(edits) for _ in range(n)] for name, n in params.datasets.items()}
    coalitions = dict(zip(params.datasets, inputs.coalitions, strict=True))
    pairs = dict(zip(params.datasets, inputs.pairs, strict=True))
    table = coalition_costs(edits_of, coalitions, pairs, params.max_edits)
    write_csv(table, snakemake.output[0])


if "snakemake" in globals():
    run_script(main, snakemake)  # noqa: F821
