"""Write the corrections that an explainer made, one line per source."""

from typing import Any

from gec_attribution.corpora.files import write_sentences
from gec_attribution.explanations.records import read_explanations_of
from gec_attribution.languages import load_language
from gec_attribution.pipeline.scripts import run_script
from gec_attribution.storage.text import read_lines


def main(snakemake: Any) -> None:
    """Unpack the rule and write the corrections."""
    language = load_language(snakemake.params.language)
    lines = read_lines(snakemake.input.sources)
    sources = [language.normalise(line) for line in lines]
    corpus = read_explanations_of(snakemake.input.explanations, sources)
    write_sentences(
        snakemake.output[0], [sentence.target for sentence in corpus.sentences]
    )


if "snakemake" in globals():
    run_script(main, snakemake)  # noqa: F821
