"""Fit the embedded encoder's heads for SOME and IMPARA."""

from pathlib import Path
from typing import Any

import pandas as pd

from gec_attribution.storage.csv_files import write_csv
from gec_study.scripts import run_script
from gec_training.data.corpus import read_paragraphs
from gec_training.data.ratings import read_gug, read_tmu_gfm, split_by_source
from gec_training.encoder.grammar import read_sentences
from gec_training.encoder.heads import Material, train_heads


def main(snakemake: Any) -> None:
    """Unpack the rule; write the model's folder and its figures on held-out data."""
    inputs, params = snakemake.input, snakemake.params
    material = Material(
        ratings=split_by_source(read_tmu_gfm(inputs.ratings), params.seed),
        gug=read_gug(inputs.gug),
        pairs=split_by_source(pd.read_parquet(inputs.pairs), params.seed),
        sentences=read_sentences(read_paragraphs(inputs.corpus), params.sentences, params.seed),
    )
    figures = train_heads(
        Path(inputs.start),
        material,
        Path(snakemake.output.model),
        units=params.units,
        ridge=params.ridge,
        contrasts=params.contrasts,
        contrast_weight=params.contrast_weight,
        seed=params.seed,
        device=params.device,
    )
    write_csv(figures, snakemake.output.figures)


if "snakemake" in globals():
    run_script(main, snakemake)  # noqa: F821
