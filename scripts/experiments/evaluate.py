"""Compute an experiment, as the module `compute` of its folder does.

Reads: the files that its declaration names under `reads`; params.module, and params.inputs, what
else moves its numbers; of one that scores sentences, params.scoring and params.store. Writes: a
file for each of params.results, in their order.
"""

from typing import Any

import pandas as pd

from gec_attribution.experiments.inputs import Inputs
from gec_attribution.experiments.loading import module_of
from gec_attribution.pipeline.scripts import run_script
from gec_attribution.storage.csv_files import write_csv


def main(snakemake: Any) -> None:
    """Unpack the rule and write the tables."""
    params = snakemake.params
    output = snakemake.output
    files = {
        name: [paths] if isinstance(paths, str) else list(paths)
        for name, paths in snakemake.input.items()
    }
    inputs = Inputs(
        files,
        **params.inputs,
        scoring=params.get("scoring"),
        store=params.get("store", ""),
        threads=snakemake.threads,
    )
    computed = module_of(params.module).compute(inputs)
    tables = (
        {params.results[0]: computed}
        if isinstance(computed, pd.DataFrame)
        else computed
    )
    for name, path in zip(params.results, output, strict=True):
        write_csv(tables[name].drop(columns="replicates", errors="ignore"), path)


if "snakemake" in globals():
    run_script(main, snakemake)  # noqa: F821
