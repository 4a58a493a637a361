"""Teach an encoder that knows grammar to compare two sentences."""

from pathlib import Path
from typing import Any

from gec_attribution.storage.json_files import write_json
from gec_study.scripts import run_script
from gec_training.data.corpus import read_paragraphs
from gec_training.encoder.comparison import train_comparison
from gec_training.encoder.grammar import read_sentences


def main(snakemake: Any) -> None:
    """Unpack the rule; write the encoder's folder and the figures on held-out sentences."""
    inputs, params = snakemake.input, snakemake.params
    sentences = read_sentences(read_paragraphs(inputs.corpus), params.sentences, params.seed)
    figures = train_comparison(
        Path(inputs.start),
        Path(inputs.base),
        sentences,
        Path(snakemake.output.model),
        Path(params.work),
        steps=params.steps,
        pairs_a_step=params.pairs_a_step,
        learning_rate=params.learning_rate,
        seed=params.seed,
        device=params.device,
    )
    write_json(figures, snakemake.output.figures)


if "snakemake" in globals():
    run_script(main, snakemake)  # noqa: F821
