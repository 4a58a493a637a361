"""Choose the weight and the threshold of the system `noisy_channel`."""

from pathlib import Path
from typing import Any

import torch

from gec_attribution.storage.csv_files import write_csv
from gec_attribution.storage.json_files import write_json
from gec_attribution.systems.edit_table import load_table
from gec_study.scripts import run_script
from gec_training.data.annotations import read_annotated_chinese
from gec_training.noisy_channel import best_setting, tune_noisy_channel


def main(snakemake: Any) -> None:
    """Unpack the rule; write the best setting, and how good every one is."""
    torch.set_num_threads(snakemake.threads)
    inputs, output = snakemake.input, snakemake.output
    annotated = read_annotated_chinese(inputs.explained)
    model, device = Path(inputs.language_model), snakemake.params.device
    table = tune_noisy_channel(annotated, load_table(inputs.edits), model, device)
    write_csv(table, output.figures, decimals=4)
    write_json(best_setting(table), output.setting)


if "snakemake" in globals():
    run_script(main, snakemake)  # noqa: F821
