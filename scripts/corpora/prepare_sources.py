"""Write the sources of a data set, one per line."""

from typing import Any

from gec_attribution.corpora.files import read_sources, write_sentences
from gec_attribution.languages import load_language
from gec_attribution.pipeline.scripts import run_script


def main(snakemake: Any) -> None:
    """Unpack the rule and write the sources."""
    params = snakemake.params
    language = load_language(params.language)
    sources = read_sources(
        snakemake.input[0],
        params.spec,
        language=language,
        lines=params.lines,
        plain_text="tokenise" if params.tokenise else "refuse",
    )
    write_sentences(snakemake.output[0], sources)


if "snakemake" in globals():
    run_script(main, snakemake)  # noqa: F821
