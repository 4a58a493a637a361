"""Train SOME's three regressors on human ratings."""

from pathlib import Path
from typing import Any

from gec_attribution.storage.csv_files import write_csv
from gec_study.scripts import run_script
from gec_training.data.ratings import read_tmu_gfm
from gec_training.encoder.some import train_some


def main(snakemake: Any) -> None:
    """Unpack the rule; write the three folders and their correlations with held-out ratings."""
    params = snakemake.params
    figures = train_some(
        params.encoder,
        read_tmu_gfm(snakemake.input.ratings),
        Path(snakemake.output.model),
        Path(params.work),
        epochs=params.epochs,
        batch_size=params.batch_size,
        learning_rate=params.learning_rate,
        seed=params.seed,
        device=params.device,
        revision=params.get("revision"),
    )
    write_csv(figures, snakemake.output.figures)


if "snakemake" in globals():
    run_script(main, snakemake)  # noqa: F821
