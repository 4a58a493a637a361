"""Which edits depend on each other under one metric, and which pairs most of all.

Reads: input.pairs; params.options (min_frequency, strongest), params.language, params.resamples,
params.seed; the wildcards dataset and metric. Writes: output[0], and output[1] with the strongest.
"""

from typing import Any

import pandas as pd

from gec_attribution.experiments.interactions.compute import interactions, strongest
from gec_attribution.languages import load_language
from gec_attribution.running.scripts import run_script
from gec_attribution.storage.csv_files import write_csv


def main(snakemake: Any) -> None:
    """Unpack the rule and write the tables."""
    params, wildcards = snakemake.params, snakemake.wildcards
    pairs = pd.read_parquet(snakemake.input.pairs)
    table = interactions(
        pairs,
        dataset=wildcards.dataset,
        metric=wildcards.metric,
        min_frequency=params.options["min_frequency"],
        resamples=params.resamples,
        seed=params.seed,
    )
    write_csv(table, snakemake.output[0])
    language = load_language(params.language)
    write_csv(strongest(pairs, language, params.options["strongest"]), snakemake.output[1])


if "snakemake" in globals():
    run_script(main, snakemake)  # noqa: F821
