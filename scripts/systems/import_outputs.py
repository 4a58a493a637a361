"""Write a system's published output for a data set, one line per source."""

from typing import Any

from gec_attribution.corpora.files import read_hypotheses, read_sources, write_sentences
from gec_attribution.languages import load_language
from gec_attribution.running.scripts import run_script


def main(snakemake: Any) -> None:
    """Unpack the rule and write the hypotheses."""
    inputs, params = snakemake.input, snakemake.params
    language = load_language(params.language)
    written = None
    if params.tokenise:
        reading = {"language": language, "lines": params.lines}
        written = read_sources(inputs.written, params.written, plain_text="keep", **reading)
    hypotheses = read_hypotheses(
        inputs.outputs,
        params.spec,
        expected=len(read_sources(inputs.sources, plain_text="keep")),
        language=language,
        lines=params.lines,
        plain_text="tokenise" if params.tokenise else "refuse",
        sources=written,
    )
    write_sentences(snakemake.output[0], hypotheses)


if "snakemake" in globals():
    run_script(main, snakemake)  # noqa: F821
