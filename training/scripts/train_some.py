"""Train SOME's regressors on human ratings."""

from pathlib import Path
from typing import Any

from gec_attribution.pipeline.scripts import run_script
from gec_attribution.storage.csv_files import write_csv
from training.ratings import read_tmu_gfm
from training.recipes import Some
from training.some import train_some


def main(snakemake: Any) -> None:
    """Unpack the rule; write the model and its correlations with held-out ratings."""
    params = snakemake.params
    figures = train_some(
        Some(**params.recipe),
        read_tmu_gfm(snakemake.input.ratings),
        Path(snakemake.output.model),
        device=params.device,
        checkpoints=Path(params.checkpoints),
    )
    write_csv(figures, snakemake.output.figures)


if "snakemake" in globals():
    run_script(main, snakemake)  # noqa: F821
