"""Correct the sentences of a data set by a vote of systems on their edits."""

from typing import Any

from gec_attribution.corpora.files import write_sentences
from gec_attribution.edits.m2 import edits_of
from gec_attribution.languages import load_language
from gec_attribution.systems.combination import combine
from gec_study.scripts import run_script


def main(snakemake: Any) -> None:
    """Unpack the rule and write a corrected sentence for each line."""
    language = load_language(snakemake.params.language)
    voters = [edits_of(path) for path in snakemake.input]
    corrections = [
        combine(line[0][0], [edits for _, edits in line], snakemake.params.votes, language)
        for line in zip(*voters, strict=True)
    ]
    write_sentences(snakemake.output[0], corrections)


if "snakemake" in globals():
    run_script(main, snakemake)  # noqa: F821
