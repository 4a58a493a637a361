"""Write the sources of a data set, one per line."""

from typing import Any

from gec_attribution.corpora.files import Reading, read_sources, write_sentences
from gec_attribution.languages import load_language
from gec_attribution.pipeline.scripts import run_script


def main(snakemake: Any) -> None:
    """Unpack the rule and write the sources."""
    params = snakemake.params
    treatment = "tokenise" if params.tokenise else "refuse"
    reading = Reading(load_language(params.language), params.lines, treatment)
    sources = read_sources(snakemake.input[0], params.spec, reading)
    write_sentences(snakemake.output[0], sources)


if "snakemake" in globals():
    run_script(main, snakemake)  # noqa: F821
