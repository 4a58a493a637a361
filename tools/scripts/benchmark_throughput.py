"""Measure how many pairs a second models of the usual sizes score on this machine's device.

Reads: input.pairs, the planned pairs of all data sets; input.encoder and input.language_model,
folders whose tokenizers are used; params.sample, pairs to score; params.dtypes,
params.batch_tokens, params.device, params.seed. Writes: output[0].
"""

import tempfile
from pathlib import Path
from typing import Any

from gec_attribution.metrics import Metric
from gec_attribution.storage.csv_files import write_csv
from gec_study.scripts import run_script
from tools.benchmarks.scoring import random_metrics
from tools.benchmarks.throughput import (
    measure_throughput,
    planned_pairs,
    sample_sources,
)


def main(snakemake: Any) -> None:
    """Unpack the rule and write the table."""
    params = snakemake.params
    planned = planned_pairs(snakemake.input.pairs)
    tokenizers = Path(snakemake.input.encoder), Path(snakemake.input.language_model)
    with tempfile.TemporaryDirectory() as folder:

        def load(dtype: str, batch_tokens: int) -> dict[str, Metric]:
            (models := Path(folder) / f"{dtype}-{batch_tokens}").mkdir()
            options = {"dtype": dtype, "batch_tokens": batch_tokens, "device": params.device}
            return {**random_metrics(models, *tokenizers, **options)}

        table = measure_throughput(
            sample_sources(planned, params.sample, params.seed),
            len(planned),
            load,
            dtypes=params.dtypes,
            batch_tokens=params.batch_tokens,
        )
    write_csv(table, snakemake.output[0])


if "snakemake" in globals():
    run_script(main, snakemake)  # noqa: F821
