"""Score a data set's planned pairs with one metric, and list what both ends of sentences have.

Reads: input.pairs, input.coalitions, input.sources; input.references for a metric that reads
references; params.metric (its entry), params.scoring, params.language, params.store,
params.systems. Writes: output.scores, output.ends. With a wildcard scatteritem, such as 1-of-2,
that part of the pairs is scored, and the store alone has the scores.
"""

from typing import Any

import numpy as np
import pandas as pd
import torch

from gec_attribution.corpora.references import references_by_source
from gec_attribution.games.plan import shard_bounds
from gec_attribution.languages import load_language
from gec_attribution.metrics import load_metric
from gec_attribution.pipeline.scripts import run_script
from gec_attribution.scores.ends import ends_of
from gec_attribution.scores.engine import score_pairs, signature_of_scores
from gec_attribution.storage.parquet_files import write_parquet
from gec_attribution.storage.text import read_lines


def main(snakemake: Any) -> None:
    """Unpack the rule and write `pair`, `score` and the metric's components."""
    torch.set_num_threads(snakemake.threads)
    inputs = snakemake.input
    params = snakemake.params
    wildcards = snakemake.wildcards
    metric = load_metric(
        wildcards.metric, params.metric, params.language, **params.scoring
    )
    # Both are empty for a metric that reads no references.
    language = load_language(params.language)
    references = references_by_source(inputs.sources, inputs.references, language)
    pairs = pd.read_parquet(inputs.pairs, columns=["source", "sentence"])
    part = wildcards.get("scatteritem")
    if part:
        number, parts = map(int, part.split("-of-"))
        pairs = pairs[slice(*shard_bounds(inputs.pairs, parts)[number - 1])]
    texts = pairs["source"].tolist(), pairs["sentence"].tolist()
    scores = score_pairs(metric, *texts, params.store, references=references)
    if part:
        return
    # A pair's number is its row among all pairs.
    scores.insert(0, "pair", np.arange(len(scores), dtype=np.int64))
    scores.attrs["signature"] = signature_of_scores(metric, references)
    write_parquet(scores, snakemake.output.scores)
    ends = ends_of(
        inputs.coalitions,
        snakemake.output.scores,
        dataset=wildcards.dataset,
        metric=wildcards.metric,
        systems=params.systems,
        sentences=len(read_lines(inputs.sources)),
    )
    write_parquet(ends, snakemake.output.ends)


if "snakemake" in globals():
    run_script(main, snakemake)  # noqa: F821
