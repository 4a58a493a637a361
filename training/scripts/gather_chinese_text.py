"""Gather the Chinese sentences of a repository, without those kept for judging models."""

from pathlib import Path
from typing import Any

from gec_study.scripts import run_script
from gec_training.data.chinese_text import gather_sentences
from gec_training.data.corpus import write_corpus
from gec_training.data.learner_chinese import kept_texts


def main(snakemake: Any) -> None:
    """Unpack the rule; write the sentences as a corpus."""
    kept = kept_texts(snakemake.input.kept)
    text = snakemake.params.text
    gathered = gather_sentences(
        Path(snakemake.input.repository), text["commit"], text["files"], text.get("where")
    )
    write_corpus(snakemake.output[0], (sentence for sentence in gathered if sentence not in kept))


if "snakemake" in globals():
    run_script(main, snakemake)  # noqa: F821
