"""Choose the threshold of the system `language_model` in Chinese."""

from pathlib import Path
from typing import Any

import torch

from gec_attribution.storage.csv_files import write_csv
from gec_attribution.storage.json_files import write_json
from gec_study.scripts import run_script
from gec_training.data.annotations import read_annotated_chinese
from gec_training.language_model.threshold import best_threshold, tune_threshold


def main(snakemake: Any) -> None:
    """Unpack the rule; write the best threshold, and how good every one is."""
    torch.set_num_threads(snakemake.threads)
    inputs, output = snakemake.input, snakemake.output
    annotated = read_annotated_chinese(inputs.explained)
    model, device = Path(inputs.language_model), snakemake.params.device
    table = tune_threshold(annotated, model, device, language="zh")
    write_csv(table, output.figures, decimals=4)
    write_json({"threshold": best_threshold(table)}, output.threshold)


if "snakemake" in globals():
    run_script(main, snakemake)  # noqa: F821
