"""Extract the edits of the references in a file, one or several of each source, as M2.

Reads: input.sources; input.corrected, the file that has the references, in the form params.spec;
input.written, where params.tokenise, the sources as they were written; params.lines, the part of
the data set that is taken; params.language, params.pipeline; params.form, `m2` where the edits of
the file are taken as they are. Writes: output.m2, in which each reference of a source is a coder,
and a source without any says so (NA); output.signature and output.unaligned as `extract_edits.py`.
"""

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

import numpy as np
import pandas as pd

from gec_attribution.corpora.files import Reading, read_beside_sources, read_corrections
from gec_attribution.corpora.forms import Corrected
from gec_attribution.edits.m2 import write_m2
from gec_attribution.edits.model import AnnotatedSentence, Edit, m2_text, m2_tokens
from gec_attribution.errors import InputError
from gec_attribution.languages import load_extractor
from gec_attribution.languages.base import Extracted, Language
from gec_attribution.languages.edit_files import edits_identity
from gec_attribution.pipeline.scripts import run_script
from gec_attribution.storage.json_files import write_json
from gec_attribution.storage.parquet_files import write_parquet


def main(snakemake: Any) -> None:
    """Unpack the rule and write the M2 file, its signature and what could not be aligned."""
    inputs, params, output = snakemake.input, snakemake.params, snakemake.output
    extractor = load_extractor(params.language, params.pipeline)
    language = extractor.language
    sources, corrected = read_beside_sources(
        read_corrections,
        inputs.corrected,
        params.spec,
        inputs.sources,
        reading=Reading(language, params.lines),
        written=(inputs.written, params.written) if params.tokenise else None,
    )
    if params.form:
        found = edits_of_file(corrected, sources, language, inputs.corrected)
    else:
        pairs = (
            (source, correction.text)
            for source, one in zip(sources, corrected, strict=True)
            for correction in one.corrections
        )
        found = extractor.iter_extract(pairs)
    unaligned, sentences = [], []
    for line, (source, one) in enumerate(zip(sources, corrected, strict=True), start=1):
        coders: dict[int, tuple[Edit, ...] | None] = {}
        for coder, extracted in enumerate(islice(found, len(one.corrections))):
            coders[coder] = extracted.edits
            if not extracted.is_aligned:
                unaligned.append(line)
        source_tokens = m2_text(language.tokenize(source))
        sentences.append(AnnotatedSentence(source_tokens, coders or {0: None}))
    write_m2(output.m2, sentences, inputs.corrected)
    signature = edits_identity(
        None if params.form else extractor, given=bool(params.form)
    )
    write_json(signature, output.signature)
    table = pd.DataFrame({"line": np.array(unaligned, dtype=np.int32)})
    table.attrs["signature"] = signature
    write_parquet(table, output.unaligned)


def edits_of_file(
    corrected: Sequence[Corrected],
    sources: Sequence[str],
    language: Language,
    path: str,
) -> Iterator[Extracted]:
    """The edits of each correction as the file has them, after a check of the sources.

    Raises:
        InputError: a sentence of the file is not that of the data set.
    """
    for source, one in zip(sources, corrected, strict=True):
        tokens = tuple(language.tokenize(source))
        if tuple(m2_tokens(one.source or "")) != tokens:
            raise InputError(
                f"{path}:{one.line}: it is not the sentence of the data set, {source!r}"
            )
        for correction in one.corrections:
            edits = tuple(edit for edit in correction.alignments[0] if edit.corrects)
            yield Extracted(tokens, edits)


if "snakemake" in globals():
    run_script(main, snakemake)  # noqa: F821
