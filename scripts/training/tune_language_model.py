"""Choose the threshold of the system `language_model`."""

import json
from pathlib import Path
from typing import Any

import torch

from gec_attribution.running.scripts import run_script
from gec_attribution.storage.files import write_atomically
from gec_attribution.training.data.annotations import read_annotated
from gec_attribution.training.language_model.threshold import best_threshold, tune_threshold


def main(snakemake: Any) -> None:
    """Unpack the rule; write the best threshold, and how good every one is."""
    torch.set_num_threads(snakemake.threads)
    inputs, output = snakemake.input, snakemake.output
    table = tune_threshold(
        read_annotated(inputs.sentences), Path(inputs.language_model), snakemake.params.device
    )
    with write_atomically(output.figures) as temporary:
        table.to_csv(temporary, index=False, float_format="%.4f", lineterminator="\n")
    with write_atomically(output.threshold) as temporary:
        content = {"threshold": best_threshold(table)}
        temporary.write_text(json.dumps(content) + "\n", encoding="utf-8")


if "snakemake" in globals():
    run_script(main, snakemake)  # noqa: F821
