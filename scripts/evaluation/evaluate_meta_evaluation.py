"""Section 4.4: how well one metric ranks the systems' corrections of a sentence.

Reads: input.edits (one M2 file per system), input.references (one M2 file per reference),
input.coalitions, input.scores; params.systems (their names), params.resamples, params.seed; the
wildcards dataset and metric. Writes: output[0], and output[1] for differences.
"""

from typing import Any

import numpy as np
import pandas as pd

from gec_attribution.attribution.signatures import scored_parts
from gec_attribution.edits.m2 import edits_of
from gec_attribution.edits.references import read_references
from gec_attribution.experiments.meta_evaluation.compute import (
    hypothesis_scores,
    meta_evaluation,
    statistics,
)
from gec_attribution.games.values import sentences_with_values
from gec_attribution.judging.errant_scores import sentence_scores
from gec_attribution.running.scripts import run_script
from gec_attribution.statistics.differences import write_statistics
from gec_attribution.storage.csv_files import write_csv


def main(snakemake: Any) -> None:
    """Unpack the rule and write the table."""
    inputs, params, wildcards = snakemake.input, snakemake.params, snakemake.wildcards
    references = read_references(inputs.references)
    edits = dict(zip(params.systems, inputs.edits, strict=True))
    systems = sentences_with_values(edits, inputs.coalitions, inputs.scores)
    scores = [hypothesis_scores(sentences, len(references)) for sentences in systems.values()]
    f_scores = [
        sentence_scores([found for _, found in edits_of(path)], references)["f"]
        for path in edits.values()
    ]
    scored_by = pd.read_parquet(inputs.scores, columns=["pair"]).attrs.get("signature", {})
    table = meta_evaluation(
        wildcards.dataset,
        wildcards.metric,
        np.array(scores),
        np.array(f_scores),
        resamples=params.resamples,
        seed=params.seed,
        signature=scored_parts(wildcards.metric, scored_by),
    )
    write_csv(table.drop(columns="replicates"), snakemake.output[0])
    write_statistics(statistics(table), snakemake.output[1], keys=["measure"])


if "snakemake" in globals():
    run_script(main, snakemake)  # noqa: F821
