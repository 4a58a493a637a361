"""Compare estimators of Shapley values with each metric of a study, on a data set.

Reads: input.edits (one M2 file per system); params.metrics (name to configuration entry),
params.scoring, params.store, params.options (min_edits, sentences, permutations,
repetitions), params.language, params.resamples, params.seed; the wildcard dataset. Writes:
output[0].
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd
import torch

from gec_attribution.attribution.signatures import scored_parts
from gec_attribution.edits.m2 import edits_of
from gec_attribution.experiments.estimators.compute import choose, compare_estimators
from gec_attribution.languages import load_language
from gec_attribution.metrics import load_metric, runtime_options
from gec_attribution.metrics.base import Metric
from gec_attribution.running.scripts import run_script
from gec_attribution.scores.engine import score_pairs
from gec_attribution.storage.csv_files import write_csv
from gec_attribution.storage.signatures import format_signature
from gec_attribution.timing.direct_scoring import draw_sentences


def main(snakemake: Any) -> None:
    """Unpack the rule and write the table."""
    # One thread, as where the pairs of a plan are scored: both fill one store.
    torch.set_num_threads(1)
    params, options = snakemake.params, snakemake.params.options
    drawn = draw_sentences(
        [edits_of(path) for path in snakemake.input.edits],
        min_edits=options["min_edits"],
        max_edits=options["min_edits"] + len(options["sentences"]) - 1,
        language=load_language(params.language),
        seed=params.seed,
    )
    chosen = choose(drawn, options["min_edits"], options["sentences"])

    def scorer(metric: Metric) -> Any:
        def score(sources: Sequence[str], texts: Sequence[str]) -> np.ndarray:
            chunk_size = params.scoring["chunk_size"]
            table = score_pairs(metric, sources, texts, params.store, chunk_size=chunk_size)
            return table["score"].to_numpy()

        return score

    tables = []
    for name, entry in params.metrics.items():
        metric = load_metric(name, entry, **runtime_options(params.scoring))
        tables.append(
            compare_estimators(
                snakemake.wildcards.dataset,
                name,
                scorer(metric),
                chosen,
                permutations=options["permutations"],
                repetitions=options["repetitions"],
                resamples=params.resamples,
                seed=params.seed,
                signature=format_signature(scored_parts(name, metric.signature())),
            )
        )
    write_csv(pd.concat(tables), snakemake.output[0])


if "snakemake" in globals():
    run_script(main, snakemake)  # noqa: F821
