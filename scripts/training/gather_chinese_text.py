"""Gather the Chinese sentences of a repository, without those kept for judging models."""

from pathlib import Path
from typing import Any

from gec_attribution.explanations.records import read_explanations
from gec_attribution.running.scripts import run_script
from gec_attribution.training.data.chinese_text import gather_sentences
from gec_attribution.training.data.corpus import write_corpus


def main(snakemake: Any) -> None:
    """Unpack the rule; write the sentences as a corpus."""
    kept = {
        text
        for path in snakemake.input.kept
        for sentence in read_explanations(path).sentences
        for text in (sentence.source, sentence.target)
    }
    text = snakemake.params.text
    found = gather_sentences(
        Path(snakemake.input.repository), text["commit"], text["files"], text.get("where")
    )
    write_corpus(snakemake.output[0], (one for one in found if one not in kept))


if "snakemake" in globals():
    run_script(main, snakemake)  # noqa: F821
