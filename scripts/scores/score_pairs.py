"""Score one shard of a data set's planned pairs with one metric.

Reads: input.pairs, and input.sources and input.references for a metric that reads references;
params.metric (its entry), params.scoring, params.language, params.store; the wildcard scatteritem,
such as 1-of-2. Writes: output[0].
"""

from typing import Any

import numpy as np
import pandas as pd
import torch

from gec_attribution.corpora.files import references_by_source
from gec_attribution.games.plan import shard_bounds
from gec_attribution.languages import load_language
from gec_attribution.metrics import load_metric, runtime_options
from gec_attribution.pipeline.scripts import run_script
from gec_attribution.scores.engine import score_pairs, signature_of_scores
from gec_attribution.storage.parquet_files import write_parquet


def main(snakemake: Any) -> None:
    """Unpack the rule and write `pair`, `score` and the metric's components."""
    torch.set_num_threads(snakemake.threads)
    inputs, params, scoring = snakemake.input, snakemake.params, snakemake.params.scoring
    path, language = inputs.pairs, load_language(params.language)

    number, shards = map(int, snakemake.wildcards.scatteritem.split("-of-"))
    start, stop = shard_bounds(path, shards)[number - 1]
    metric = load_metric(snakemake.wildcards.metric, params.metric, **runtime_options(scoring))
    # Both are empty for a metric that reads no references.
    references = references_by_source(inputs.sources, inputs.references, language)
    pairs = pd.read_parquet(path, columns=["source", "sentence"])[start:stop]
    texts = pairs["source"].tolist(), pairs["sentence"].tolist()
    scores = score_pairs(metric, *texts, params.store, references=references)
    # A pair's number is its row among all pairs.
    scores.insert(0, "pair", np.arange(start, stop, dtype=np.int64))
    scores.attrs["signature"] = signature_of_scores(metric, references)
    write_parquet(scores, snakemake.output[0])


if "snakemake" in globals():
    run_script(main, snakemake)  # noqa: F821
