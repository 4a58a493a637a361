"""Score one shard of a data set's planned pairs with one metric."""

from typing import Any

import pandas as pd
import torch

from gec_attribution.coalitions import shard_bounds
from gec_attribution.files import write_atomically
from gec_attribution.metrics import load_metric, runtime_options
from gec_attribution.scoring import score_pairs
from gec_attribution.scripting import run_script


def main(snakemake: Any) -> None:
    """Unpack the rule and write `pair`, `score` and the metric's components."""
    torch.set_num_threads(snakemake.threads)
    params, scoring = snakemake.params, snakemake.params.scoring
    pairs = pd.read_parquet(snakemake.input.pairs)
    bounds = shard_bounds(pairs["sentence"].str.count(" ") + 1, scoring["shards"])
    pairs = pairs[slice(*bounds[int(snakemake.wildcards.shard)])]
    metric = load_metric(snakemake.wildcards.metric, params.metric, **runtime_options(scoring))
    scores = score_pairs(
        metric,
        pairs["source"].tolist(),
        pairs["sentence"].tolist(),
        params.store,
        chunk_size=scoring["chunk_size"],
    )
    scores.insert(0, "pair", pairs["pair"].to_numpy())
    scores.attrs["signature"] = metric.signature()
    with write_atomically(snakemake.output[0]) as path:
        scores.to_parquet(path, index=False)


if "snakemake" in globals():
    run_script(main, snakemake)  # noqa: F821
