"""Gather learners' Chinese sentences and corrections, without those kept for judging models."""

from typing import Any

from gec_study.scripts import run_script
from gec_training.data.corpus import read_paragraphs
from gec_training.data.learner_chinese import (
    check_unseen,
    kept_texts,
    read_instructions,
    without,
    write_pairs,
    write_targets,
)


def main(snakemake: Any) -> None:
    """Unpack the rule; write the targets as a corpus, and the pairs."""
    kept = kept_texts(snakemake.input.kept)
    check_unseen(read_paragraphs(snakemake.input.corpora), kept)
    pairs = without(read_instructions(snakemake.input.corrections), kept)
    write_targets(snakemake.output.targets, pairs)
    write_pairs(snakemake.output.pairs, pairs)


if "snakemake" in globals():
    run_script(main, snakemake)  # noqa: F821
