"""Write corrected sentences that a system made elsewhere, one line per source.

Reads: input.corrected, the file that has them, in the form params.spec; input.sources;
input.written, where params.tokenise, the sources as they were written; params.lines, the part of
the data set that is taken; params.language. Writes: output[0].
"""

from typing import Any

from gec_attribution.corpora.files import read_hypotheses, read_sources, write_sentences
from gec_attribution.languages import load_language
from gec_attribution.pipeline.scripts import run_script
from gec_attribution.storage.text import read_lines


def main(snakemake: Any) -> None:
    """Unpack the rule and write the sentences."""
    inputs, params = snakemake.input, snakemake.params
    language = load_language(params.language)
    sources, written = read_lines(inputs.sources), None
    if params.tokenise:
        reading = {"language": language, "lines": params.lines}
        written = read_sources(inputs.written, params.written, plain_text="keep", **reading)
    corrected = read_hypotheses(
        inputs.corrected,
        params.spec,
        expected=len(sources),
        language=language,
        lines=params.lines,
        plain_text="tokenise" if params.tokenise else "refuse",
        sources=written,
    )
    write_sentences(snakemake.output[0], corrected)


if "snakemake" in globals():
    run_script(main, snakemake)  # noqa: F821
