"""Write the edits of learners' sentences by all their annotators, one coder each."""

from typing import Any

from gec_attribution.edits.m2 import write_m2
from gec_attribution.edits.model import AnnotatedSentence
from gec_attribution.languages import load_extractor
from gec_attribution.storage.text import read_lines
from gec_study.scripts import run_script


def main(snakemake: Any) -> None:
    """Unpack the rule and write an M2 file."""
    extractor = load_extractor(snakemake.params.language, snakemake.params.pipeline)
    sources = read_lines(snakemake.input.sources)
    edits = [
        extractor.extract(zip(sources, read_lines(reference), strict=True))
        for reference in snakemake.input.references
    ]
    sentences = [
        AnnotatedSentence(source, dict(enumerate(coders)))
        for source, *coders in zip(sources, *edits, strict=True)
    ]
    write_m2(snakemake.output[0], sentences)


if "snakemake" in globals():
    run_script(main, snakemake)  # noqa: F821
