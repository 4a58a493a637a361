"""Train the embedded causal language model, or resume from its last checkpoint."""

from typing import Any

from gec_study.scripts import run_script
from gec_training.data.learner_chinese import read_pairs
from gec_training.language_model.recipe import Recipe, train_language_model


def main(snakemake: Any) -> None:
    """Unpack the rule and train."""
    pairs = snakemake.input.get("pairs")
    train_language_model(
        snakemake.input.corpora,
        Recipe(**snakemake.params.recipe),
        checkpoints=snakemake.params.checkpoints,
        output=snakemake.output.model,
        losses=snakemake.output.losses,
        pairs=list(read_pairs(pairs)) if pairs else (),
    )


if "snakemake" in globals():
    run_script(main, snakemake)  # noqa: F821
