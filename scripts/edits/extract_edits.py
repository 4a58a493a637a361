"""Extract the edits between sources and corrected sentences, line by line, as M2.

Reads: input.sources, input.corrected, and input.edits where a file has the edits already, in the
form params.form, and of which params.lines are taken; params.language, params.pipeline, which types
edits that have no type. Writes: output.m2; output.signature: what the edits depend on, as JSON; and
output.unaligned: the numbers of the sentences that were too long and too different to be aligned.
"""

import json
from typing import Any

from gec_attribution.corpora.files import write_sentences
from gec_attribution.edits.m2 import write_m2
from gec_attribution.edits.model import AnnotatedSentence, m2_text
from gec_attribution.languages import load_extractor, load_language
from gec_attribution.languages.given import GIVEN, given_edits
from gec_attribution.running.scripts import run_script
from gec_attribution.storage.files import write_atomically
from gec_attribution.storage.text import iter_lines, read_lines


def main(snakemake: Any) -> None:
    """Unpack the rule and write the M2 file and its signature."""
    inputs, params, output = snakemake.input, snakemake.params, snakemake.output
    language = load_language(params.language)
    unaligned: list[int] = []
    sources = read_lines(inputs.sources)
    if inputs.get("edits"):
        corrected = read_lines(inputs.corrected)
        given = given_edits(
            inputs.edits, language, sources, params.form, params.lines, corrected=corrected
        )
        edits = [own for _, own in given]
        signature = dict(GIVEN)
        if any(edit.type == "" for own in edits for edit in own):
            extractor = load_extractor(params.language, params.pipeline)
            tokens = map(tuple, map(language.tokenize, sources))
            edits = list(extractor.classify(zip(tokens, edits, strict=True)))
            signature = {**extractor.identity(), **GIVEN}
    else:
        extractor = load_extractor(params.language, params.pipeline)
        edits = extractor.iter_extract(zip(sources, iter_lines(inputs.corrected), strict=True))
        signature = extractor.identity()
        pairs = zip(sources, iter_lines(inputs.corrected), strict=True)
        unaligned = [
            number
            for number, pair in enumerate(pairs, start=1)
            if not extractor.can_align(*(tuple(language.tokenize(text)) for text in pair))
        ]
    annotated = (
        AnnotatedSentence(m2_text(language.tokenize(source)), {0: found})
        for source, found in zip(sources, edits, strict=True)
    )
    write_m2(output.m2, annotated)
    with write_atomically(output.signature) as path:
        path.write_text(json.dumps(signature, indent=2, sort_keys=True) + "\n", encoding="utf-8")
    write_sentences(output.unaligned, map(str, unaligned))


if "snakemake" in globals():
    run_script(main, snakemake)  # noqa: F821
