"""Measure how many sentences each system corrects in a second, on one thread.

Reads: input.sources (for each system what it corrects); params.systems (name to configuration
entry), params.correction, params.sentences, params.seed; the wildcard dataset. Writes: output[0].
"""

import os
from typing import Any

import pandas as pd
import torch

from gec_attribution.languages import load_language
from gec_attribution.plugins.settings import Settings
from gec_attribution.storage.csv_files import write_csv
from gec_attribution.storage.signatures import format_signature
from gec_attribution.storage.text import read_lines
from gec_attribution.systems import load_system
from gec_study.experiments.system_speed.compute import measure_speed
from gec_study.scripts import run_script
from gec_study.timing.devices import describe_device


def main(snakemake: Any) -> None:
    """Unpack the rule and write the table."""
    torch.set_num_threads(1)
    os.environ["TOKENIZERS_PARALLELISM"] = "false"
    params = snakemake.params
    settings = Settings(**params.correction)
    tables = []
    for path, (name, entry) in zip(snakemake.input.sources, params.systems.items(), strict=True):
        system = load_system(name, entry, settings)
        table = measure_speed(
            snakemake.wildcards.dataset,
            system,
            read_lines(path),
            sentences=params.sentences,
            device=describe_device(settings.device),
            seed=params.seed,
            signature=format_signature(system.signature()),
            language=load_language(params.language),
        )
        tables.append(table)
    write_csv(pd.concat(tables), snakemake.output[0])


if "snakemake" in globals():
    run_script(main, snakemake)  # noqa: F821
