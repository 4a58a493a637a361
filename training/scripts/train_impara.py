"""Train IMPARA's quality estimator on pairs of corrections."""

from pathlib import Path
from typing import Any

import pandas as pd

from gec_attribution.pipeline.scripts import run_script
from gec_attribution.storage.json_files import write_json
from training.impara import train_quality_estimator
from training.recipes import Impara


def main(snakemake: Any) -> None:
    """Unpack the rule; write the model and its accuracy on held-out pairs."""
    params = snakemake.params
    figures = train_quality_estimator(
        Impara(**params.recipe),
        pd.read_parquet(snakemake.input.pairs),
        Path(snakemake.output.model),
        device=params.device,
        checkpoints=Path(params.checkpoints),
    )
    write_json(figures, snakemake.output.figures)


if "snakemake" in globals():
    run_script(main, snakemake)  # noqa: F821
