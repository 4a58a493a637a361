"""Write the sources of a data set, one per line, and as JSON how many `sentences` there are."""

from typing import Any

from gec_attribution.corpora.files import read_sources, write_sentences
from gec_attribution.languages import load_language
from gec_attribution.pipeline.scripts import run_script
from gec_attribution.storage.json_files import write_json


def main(snakemake: Any) -> None:
    """Unpack the rule and write the sources and their number."""
    params, output = snakemake.params, snakemake.output
    language = load_language(params.language)
    sources = read_sources(
        snakemake.input[0],
        params.spec,
        language=language,
        lines=params.lines,
        plain_text="tokenise" if params.tokenise else "refuse",
    )
    write_sentences(output.sources, sources)
    write_json({"sentences": len(sources)}, output.number)


if "snakemake" in globals():
    run_script(main, snakemake)  # noqa: F821
