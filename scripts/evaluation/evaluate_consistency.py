"""Figure 3: the consistency of every method under one metric.

Reads: input.attributions (one file per method), input.edits (one M2 file per system),
input.coalitions, input.scores; params.methods (name to configuration entry, in the order of the
attributions), params.systems, params.coalitions, params.options (min_edits, max_edits,
include_trivial), params.resamples, params.seed. Writes: output[0], and output[1] for differences.
"""

from typing import Any

import pandas as pd

from gec_attribution.attribution import load_method
from gec_attribution.experiments.consistency.compute import consistency
from gec_attribution.games.values import sentences_with_values
from gec_attribution.running.scripts import run_script
from gec_attribution.statistics.differences import write_statistics
from gec_attribution.storage.csv_files import write_csv


def main(snakemake: Any) -> None:
    """Unpack the rule and write the table."""
    inputs, params = snakemake.input, snakemake.params
    edits = dict(zip(params.systems, inputs.edits, strict=True))
    systems = sentences_with_values(edits, inputs.coalitions, inputs.scores)
    tables = {
        (system, sentence.line): sentence.table
        for system, sentences in systems.items()
        for sentence in sentences
        # The others take no part in it, and are most of a large data set.
        if params.options["min_edits"] <= sentence.table.n <= params.options["max_edits"]
    }
    frames = [
        consistency(
            pd.read_parquet(path),
            load_method(name, entry, **params.coalitions),
            tables,
            **params.options,
            resamples=params.resamples,
            seed=params.seed,
        )
        for path, (name, entry) in zip(inputs.attributions, params.methods.items(), strict=True)
    ]
    table = pd.concat(frames, ignore_index=True)
    write_csv(table.drop(columns="replicates"), snakemake.output[0])
    write_statistics(table, snakemake.output[1], keys=["measure"])


if "snakemake" in globals():
    run_script(main, snakemake)  # noqa: F821
