"""Write corrected sentences that a system made elsewhere, one line per source.

Reads: input.corrected, the file that has them, in the form params.spec; input.sources;
input.written, where params.tokenise, the sources as they were written; params.lines, the part of
the data set that is taken; params.language. Writes: output[0].
"""

from typing import Any

from gec_attribution.corpora.files import (
    Reading,
    read_beside_sources,
    read_hypotheses,
    write_sentences,
)
from gec_attribution.languages import load_language
from gec_attribution.pipeline.scripts import run_script


def main(snakemake: Any) -> None:
    """Unpack the rule and write the sentences."""
    inputs = snakemake.input
    params = snakemake.params
    _, corrected = read_beside_sources(
        read_hypotheses,
        inputs.corrected,
        params.spec,
        inputs.sources,
        reading=Reading(load_language(params.language), params.lines),
        written=(inputs.written, params.written) if params.tokenise else None,
    )
    write_sentences(snakemake.output[0], corrected)


if "snakemake" in globals():
    run_script(main, snakemake)  # noqa: F821
