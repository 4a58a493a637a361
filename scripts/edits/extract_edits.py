"""Extract the edits between sources and corrected sentences, line by line, as M2.

Reads: input.sources, input.corrected, and input.edits where an M2 file has the edits already;
params.language, params.pipeline. Writes: output[0].
"""

from typing import Any

from gec_attribution.edits.m2 import edits_of, write_m2
from gec_attribution.edits.model import AnnotatedSentence, tokenize
from gec_attribution.errors import InputError
from gec_attribution.languages import load_extractor
from gec_attribution.running.scripts import run_script
from gec_attribution.storage.text import read_lines


def main(snakemake: Any) -> None:
    """Unpack the rule and write the M2 file."""
    inputs, params = snakemake.input, snakemake.params
    sources = read_lines(inputs.sources)
    if inputs.get("edits"):
        edits = _given_edits(inputs.edits, sources)
    else:
        extractor = load_extractor(params.language, params.pipeline)
        edits = extractor.extract(zip(sources, read_lines(inputs.corrected), strict=True))
    annotated = zip(sources, edits, strict=True)
    write_m2(
        snakemake.output[0], [AnnotatedSentence(source, {0: own}) for source, own in annotated]
    )


def _given_edits(path: str, sources: list[str]) -> list:
    given = edits_of(path)
    while len(given) > len(sources) and not tokenize(given[-1][0]):  # blank, as in any corpus
        given.pop()
    if len(given) != len(sources):
        raise InputError(f"{path}: sentences: {len(given)}, in the data set: {len(sources)}")
    for number, ((source, _), expected) in enumerate(zip(given, sources, strict=True), start=1):
        if tokenize(source) != tokenize(expected):
            raise InputError(
                f"{path}: sentence {number} is {source!r}, the data set has {expected!r}"
            )
    return [edits for _, edits in given]


if "snakemake" in globals():
    run_script(main, snakemake)  # noqa: F821
