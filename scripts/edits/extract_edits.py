"""Extract the edits between sources and corrected sentences, line by line, as M2.

Reads: input.sources, input.corrected, and input.edits for a file with the edits (its form in
params.form, its coder in params.coder, its part in params.lines); params.language, params.pipeline,
which types edits without a type. Writes: output.m2; output.signature: the edits' signature as JSON;
and output.unaligned: the `line` of each sentence too long and too different to be aligned, with the
signature in its `attrs`.
"""

from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np
import pandas as pd

from gec_attribution.edits.m2 import write_m2
from gec_attribution.edits.model import AnnotatedSentence, m2_text, m2_tokens
from gec_attribution.languages import load_extractor, load_language
from gec_attribution.languages.base import Extracted
from gec_attribution.languages.edit_files import (
    EditFile,
    edits_identity,
    read_edit_file,
)
from gec_attribution.pipeline.scripts import run_script
from gec_attribution.storage.json_files import write_json
from gec_attribution.storage.parquet_files import write_parquet
from gec_attribution.storage.text import iter_lines, read_lines


def main(snakemake: Any) -> None:
    """Unpack the rule and write the M2 file, its signature and what could not be aligned."""
    inputs, params, output = snakemake.input, snakemake.params, snakemake.output
    if inputs.get("edits"):
        extracted, signature = edits_in_file(inputs, params)
    else:
        extractor = load_extractor(params.language, params.pipeline)
        pairs = zip(
            iter_lines(inputs.sources), iter_lines(inputs.corrected), strict=True
        )
        extracted, signature = extractor.iter_extract(pairs), extractor.identity()
    unaligned: list[int] = []
    write_m2(output.m2, annotated(extracted, unaligned), inputs.corrected)
    write_json(signature, output.signature)
    table = pd.DataFrame({"line": np.array(unaligned, dtype=np.int32)})
    table.attrs["signature"] = signature
    write_parquet(table, output.unaligned)


def edits_in_file(
    inputs: Any, params: Any
) -> tuple[Iterable[Extracted], dict[str, str]]:
    """Edits from a file, and their signature."""
    language = load_language(params.language)
    file = EditFile(inputs.edits, params.form, params.lines, params.coder)
    sources = read_lines(inputs.sources)
    sentences = read_edit_file(file, language, sources, read_lines(inputs.corrected))
    extracted = [
        Extracted(tuple(m2_tokens(source)), edits) for source, edits in sentences
    ]
    if all(edit.type for sentence in extracted for edit in sentence.edits):
        return extracted, edits_identity(None, given=True)
    extractor = load_extractor(params.language, params.pipeline)
    typed = extractor.classify(
        (sentence.source, sentence.edits) for sentence in extracted
    )
    tokens = (sentence.source for sentence in extracted)
    return map(Extracted, tokens, typed), edits_identity(extractor, given=True)


def annotated(
    extracted: Iterable[Extracted], unaligned: list[int]
) -> Iterator[AnnotatedSentence]:
    """The sentences as M2 has them; `unaligned` gets the lines of those that were not aligned."""
    for line, (source, edits, is_aligned) in enumerate(extracted, start=1):
        if not is_aligned:
            unaligned.append(line)
        yield AnnotatedSentence(m2_text(source), {0: edits})


if "snakemake" in globals():
    run_script(main, snakemake)  # noqa: F821
