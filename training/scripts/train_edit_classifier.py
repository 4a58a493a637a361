"""Train the edit classifier."""

from pathlib import Path
from typing import Any

import torch

from gec_attribution.storage.json_files import write_json
from gec_study.scripts import run_script
from gec_training.data.annotations import read_annotated
from gec_training.edit_classifier import Recipe, train_edit_classifier


def main(snakemake: Any) -> None:
    """Unpack the rule; write the classifier's folder and the figures of cross-validation."""
    torch.set_num_threads(snakemake.threads)
    inputs, params = snakemake.input, snakemake.params
    figures = train_edit_classifier(
        read_annotated(inputs.sentences),
        Path(inputs.language_model),
        Recipe(**params.recipe),
        Path(snakemake.output.model),
        params.device,
    )
    write_json(figures, snakemake.output.figures)


if "snakemake" in globals():
    run_script(main, snakemake)  # noqa: F821
