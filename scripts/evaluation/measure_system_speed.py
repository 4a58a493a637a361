"""Measure how many sentences one system corrects in a second, on one thread.

Reads: input.sources (what the system corrects); params.system (its configuration entry),
params.correction, params.sentences, params.seed; the wildcards dataset and system. Writes:
output[0].
"""

import os
from typing import Any

import torch

from gec_attribution.evaluation.devices import describe_device
from gec_attribution.evaluation.system_speed import measure_speed
from gec_attribution.languages import load_language
from gec_attribution.running.scripts import run_script
from gec_attribution.storage.csv_files import write_csv
from gec_attribution.storage.signatures import format_signature
from gec_attribution.storage.text import read_lines
from gec_attribution.study.settings import Settings
from gec_attribution.systems import load_system


def main(snakemake: Any) -> None:
    """Unpack the rule and write the table."""
    torch.set_num_threads(1)
    os.environ["TOKENIZERS_PARALLELISM"] = "false"
    params, wildcards = snakemake.params, snakemake.wildcards
    options = {key: value for key, value in params.correction.items() if key != "chunk_size"}
    settings = Settings(**options)
    system = load_system(wildcards.system, params.system, settings)
    table = measure_speed(
        wildcards.dataset,
        system,
        read_lines(snakemake.input.sources),
        sentences=params.sentences,
        device=describe_device(settings.device),
        seed=params.seed,
        signature=format_signature(system.signature()),
        language=load_language(params.language),
    )
    write_csv(table, snakemake.output[0])


if "snakemake" in globals():
    run_script(main, snakemake)  # noqa: F821
