"""Learn the table of the system `noisy_channel` from learners' sentences and their corrections."""

from typing import Any

from gec_study.scripts import run_script
from gec_training.data.learner_chinese import read_pairs
from gec_training.noisy_channel import learn_channel


def main(snakemake: Any) -> None:
    """Unpack the rule and write the table."""
    learn_channel(list(read_pairs(snakemake.input.pairs))).save(snakemake.output[0])


if "snakemake" in globals():
    run_script(main, snakemake)  # noqa: F821
