"""Train IMPARA's quality estimator on pairs of corrections."""

from pathlib import Path
from typing import Any

import pandas as pd

from gec_attribution.storage.json_files import write_json
from gec_study.scripts import run_script
from gec_training.encoder.impara import train_quality_estimator


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
    write_json(figures, snakemake.output.figures)


if "snakemake" in globals():
    run_script(main, snakemake)  # noqa: F821
