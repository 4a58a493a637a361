"""Compare the dtypes of the study's metrics: their speed, and the error of attributions.

Reads: input.edits, of all systems of a data set; input.encoder and input.language_model, folders
whose tokenizers serve models of the usual sizes; params.metrics, entries of the study;
params.sentences, how many to attribute; params.language and params.seed. Writes: output[0].
"""

import tempfile
from pathlib import Path
from typing import Any

import torch

from gec_attribution.attribution.shapley import Shapley
from gec_attribution.edits.m2 import edits_of
from gec_attribution.languages import load_language
from gec_attribution.metrics import Metric, load_metric
from gec_attribution.storage.csv_files import write_csv
from gec_study.scripts import run_script
from gec_study.timing.direct_scoring import draw_sentences
from tools.benchmarks.precision import compare_precision
from tools.benchmarks.scoring import random_metrics

# Fewer edits make no interactions of rounding, more cost too much for a benchmark.
MIN_EDITS, MAX_EDITS = 2, 6


def main(snakemake: Any) -> None:
    """Unpack the rule and write the table."""
    torch.set_num_threads(snakemake.threads)
    params = snakemake.params
    drawn = draw_sentences(
        [edits_of(path) for path in snakemake.input.edits],
        min_edits=MIN_EDITS,
        max_edits=MAX_EDITS,
        language=load_language(params.language),
        seed=params.seed,
    )
    games = [sentence.game for sentence in drawn[: params.sentences]]

    def metrics(dtype: str) -> dict[str, Metric]:
        return {
            name: load_metric(name, entry, dtype=dtype) for name, entry in params.metrics.items()
        }

    with tempfile.TemporaryDirectory() as folder:
        tokenizers = Path(snakemake.input.encoder), Path(snakemake.input.language_model)

        def base_size(dtype: str) -> dict[str, Metric]:
            (models := Path(folder) / dtype).mkdir()
            return {**random_metrics(models, *tokenizers, dtype=dtype)}

        method = Shapley(name="shapley", max_edits=MAX_EDITS, above_max_edits="skip")
        table = compare_precision(games, method, metrics, base_size)
    table["threads"] = snakemake.threads
    write_csv(table, snakemake.output[0])


if "snakemake" in globals():
    run_script(main, snakemake)  # noqa: F821
