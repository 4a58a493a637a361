"""How attributions agree with the references where edits that interact strongly are joined.

Reads: input.edits (one M2 file per system), input.references (one per reference), input.coalitions,
input.scores and input.attributions (one file per metric each); params.systems (their names),
params.thresholds, params.max_edits, params.min_edits, params.include_sampled, params.resamples,
params.seed. Writes: output[0].
"""

from typing import Any

import pandas as pd

from gec_attribution.edits.references import read_references
from gec_attribution.experiments.joined_players.compute import joined_phi, joined_players
from gec_attribution.games.values import sentences_with_values
from gec_attribution.running.scripts import run_script
from gec_attribution.storage.csv_files import write_csv


def main(snakemake: Any) -> None:
    """Unpack the rule and write the table."""
    inputs, params = snakemake.input, snakemake.params
    references = read_references(inputs.references)
    edits = dict(zip(params.systems, inputs.edits, strict=True))
    tables = []
    for scores, path in zip(inputs.scores, inputs.attributions, strict=True):
        single = pd.read_parquet(path)
        values = sentences_with_values(edits, inputs.coalitions, scores)
        joined = joined_phi(single, values, params.thresholds, params.max_edits)
        tables.append(
            joined_players(
                single,
                joined,
                references,
                min_edits=params.min_edits,
                include_sampled=params.include_sampled,
                resamples=params.resamples,
                seed=params.seed,
            )
        )
    write_csv(pd.concat(tables, ignore_index=True), snakemake.output[0])


if "snakemake" in globals():
    run_script(main, snakemake)  # noqa: F821
