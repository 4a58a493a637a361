"""Cut the small encoder that the embedded models start from out of a pinned larger one."""

from importlib.resources import files
from typing import Any

from gec_attribution.storage.text import read_lines
from gec_study.scripts import run_script
from gec_training.data.corpus import read_paragraphs
from gec_training.data.ratings import read_gug, read_tmu_gfm
from gec_training.encoder.cut import cut_encoder


def main(snakemake: Any) -> None:
    """Unpack the rule and write the encoder's folder."""
    inputs, params = snakemake.input, snakemake.params
    ratings = read_tmu_gfm(inputs.ratings)
    texts = [
        *read_paragraphs(inputs.corpus),
        *ratings["source"],
        *ratings["hypothesis"],
        *read_gug(inputs.gug)["sentence"],
        *read_lines(inputs.sources),
    ]
    encoder = cut_encoder(
        files(params.package) / "model",
        params.sha256,
        texts,
        layers=params.layers,
        pieces=params.pieces,
        positions=params.positions,
    )
    encoder.save(snakemake.output[0])


if "snakemake" in globals():
    run_script(main, snakemake)  # noqa: F821
