"""Compare metrics with people who ranked the corrections of SEEDA's systems.

Reads: input.texts (the sources, then a file for each other system in the order of `SYSTEMS`),
input.rankings (one file for each of params.judged), input.people (their scores of the systems, by
TrueSkill and expected wins for each of params.judged); params.metrics (name to name and entry of
the metric that is scored, and the column that is the score), params.whole (the metrics whose mean
over all sentences is wanted, too), params.scoring, params.store, params.resamples, params.seed.
Writes: output[0], output[1] with those means, and output[2] with the differences between metrics.
"""

from typing import Any

import numpy as np
import pandas as pd
import torch

from gec_attribution.attribution.signatures import scored_parts
from gec_attribution.corpora.rankings import read_rankings, read_system_scores
from gec_attribution.experiments.human_rankings.compute import (
    SYSTEMS,
    UNCORRECTED,
    human_rankings,
    mean_scores,
    ranking_differences,
)
from gec_attribution.languages.en import ENGLISH
from gec_attribution.metrics import load_metric, runtime_options
from gec_attribution.running.scripts import run_script
from gec_attribution.scores.engine import score_pairs
from gec_attribution.storage.csv_files import write_csv
from gec_attribution.storage.signatures import format_signature
from gec_attribution.storage.text import read_lines


def main(snakemake: Any) -> None:
    """Unpack the rule and write the tables."""
    torch.set_num_threads(1)
    inputs, params = snakemake.input, snakemake.params
    sources, *outputs = (list(map(ENGLISH.normalise, read_lines(path))) for path in inputs.texts)
    others = iter(outputs)
    texts = [sources if system == UNCORRECTED else next(others) for system in SYSTEMS]
    rankings = dict(zip(params.judged, map(read_rankings, inputs.rankings), strict=True))
    files = iter(inputs.people)
    people = {
        judged: {by: read_system_scores(next(files), len(SYSTEMS)) for by in ("ts", "ew")}
        for judged in params.judged
    }
    ranked = {ranking.line for given in rankings.values() for ranking in given}
    compared, means = [], [pd.DataFrame(columns=["metric", "system", "score", "signature"])]
    for name, (scored, entry, column) in params.metrics.items():
        metric = load_metric(scored, entry, **runtime_options(params.scoring))
        lines = np.arange(len(sources)) if name in params.whole else np.sort(list(ranked)) - 1
        table = score_pairs(
            metric,
            [sources[line] for _ in SYSTEMS for line in lines],
            [corrected[line] for corrected in texts for line in lines],
            params.store,
            chunk_size=params.scoring["chunk_size"],
        )
        scores = np.full((len(SYSTEMS), len(sources)), np.nan)
        scores[:, lines] = table[column].to_numpy().reshape(len(SYSTEMS), -1)
        signature = format_signature(scored_parts(name, metric.signature()))
        compared.append(
            human_rankings(
                *(name, scores, rankings, people),
                resamples=params.resamples,
                seed=params.seed,
                signature=signature,
            )
        )
        if name in params.whole:
            means.append(mean_scores(name, scores, signature))
    rankings = pd.concat(compared, ignore_index=True)
    write_csv(rankings.drop(columns="replicates"), snakemake.output[0])
    write_csv(pd.concat(means[1:] or means), snakemake.output[1])
    write_csv(ranking_differences(rankings), snakemake.output[2])


if "snakemake" in globals():
    run_script(main, snakemake)  # noqa: F821
