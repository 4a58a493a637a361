"""Compare the scoring engine with scoring each pair as the authors' experiments do.

Models have random weights of the usual sizes, since only time is measured.
Reads: input.edits, of all systems of a data set; input.encoder and input.language_model, folders
whose tokenizers are used; params.sentences, lines to sample; params.seed. Writes: output[0].
"""

import tempfile
from pathlib import Path
from typing import Any

import torch

from gec_attribution.edits.m2 import edits_of
from gec_attribution.storage.csv_files import write_csv
from gec_study.scripts import run_script
from tools.benchmarks.scoring import (
    benchmark_scoring,
    listed_batches,
    random_metrics,
    sample_lines,
)


def main(snakemake: Any) -> None:
    """Unpack the rule and write the table."""
    torch.set_num_threads(snakemake.threads)
    systems = [edits_of(path) for path in snakemake.input.edits]
    sample = sample_lines(systems, snakemake.params.sentences, snakemake.params.seed)
    tokenizers = snakemake.input.encoder, snakemake.input.language_model
    with tempfile.TemporaryDirectory() as folder:
        metrics = random_metrics(Path(folder), *map(Path, tokenizers))
        table = benchmark_scoring(listed_batches(sample), metrics)
    table["threads"] = snakemake.threads
    write_csv(table, snakemake.output[0])


if "snakemake" in globals():
    run_script(main, snakemake)  # noqa: F821
