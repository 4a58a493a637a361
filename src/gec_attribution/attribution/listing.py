"""Listing of all corrected sentences, with the attributions written into them."""

from collections.abc import Sequence

import pandas as pd

from gec_attribution.attribution.dataset import records_of
from gec_attribution.attribution.records import Chunk, Record
from gec_attribution.formatting.changes import change
from gec_attribution.languages import Language

_SENTENCE = ["dataset", "system", "line", "metric", "method"]


def list_sentences(
    attributions: pd.DataFrame, sources: Sequence[str], language: Language
) -> pd.DataFrame:
    """Every corrected sentence with its attributions, of a metric and a method, written into it.

    Returns:
        One row per sentence with edits: dataset, system, line (in the corpus, from 1), metric,
        method, edits, baseline, score, sentence (each edit as `[source → correction φ]`),
        signature.
    """
    rows = [
        (
            *(getattr(record, name) for name in _SENTENCE),
            len(record.edits),
            record.baseline,
            record.score,
            language.join(_written(chunk, record) for chunk in record.chunks()),
            record.signature,
        )
        for record in records_of(attributions, sources, language)
    ]
    columns = [*_SENTENCE, "edits", "baseline", "score", "sentence", "signature"]
    return pd.DataFrame(rows, columns=columns)


def _written(chunk: Chunk, record: Record) -> str:
    if chunk.edit is None:
        return chunk.source
    phi = record.edits[chunk.edit].phi
    return f"[{change(chunk.source, chunk.correction)} {phi:+.3g}]"
