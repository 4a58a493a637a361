"""Train IMPARA's quality estimator on pairs of corrections."""

import json
from pathlib import Path
from typing import Any

import pandas as pd

from gec_attribution.running.scripts import run_script
from gec_attribution.storage.files import write_atomically
from gec_attribution.training.encoder.impara import train_quality_estimator


def main(snakemake: Any) -> None:
    """Unpack the rule; write the model's folder and its accuracy on held-out pairs."""
    params = snakemake.params
    figures = train_quality_estimator(
        params.encoder,
        pd.read_parquet(snakemake.input.pairs),
        Path(snakemake.output.model),
        Path(params.work),
        epochs=params.epochs,
        batch_size=params.batch_size,
        learning_rate=params.learning_rate,
        seed=params.seed,
        device=params.device,
        revision=params.get("revision"),
    )
    with write_atomically(snakemake.output.figures) as temporary:
        temporary.write_text(json.dumps(figures, indent=2) + "\n")


run_script(main, snakemake)  # noqa: F821
