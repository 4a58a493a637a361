"""EXCGEC's Tables 1 and 2 and the edits by type and severity, of every explained data set.

Reads: input.explanations (one file per data set); params.datasets (their names), params.resamples,
params.seed. Writes: output.statistics and output.edits.
"""

from typing import Any

import pandas as pd

from gec_attribution.experiments.explained_corpora.compute import (
    corpus_statistics,
    count_explained_edits,
)
from gec_attribution.explanations.records import read_explanations
from gec_attribution.running.scripts import run_script
from gec_attribution.storage.csv_files import write_csv


def main(snakemake: Any) -> None:
    """Unpack the rule and write the tables."""
    params = snakemake.params
    corpora = {
        dataset: read_explanations(path).sentences
        for dataset, path in zip(params.datasets, snakemake.input.explanations, strict=True)
    }
    statistics = [
        corpus_statistics(dataset, sentences, resamples=params.resamples, seed=params.seed)
        for dataset, sentences in corpora.items()
    ]
    edits = [count_explained_edits(dataset, sentences) for dataset, sentences in corpora.items()]
    write_csv(pd.concat(statistics), snakemake.output.statistics)
    write_csv(pd.concat(edits), snakemake.output.edits)


if "snakemake" in globals():
    run_script(main, snakemake)  # noqa: F821
