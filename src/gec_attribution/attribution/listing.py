"""Listing of all corrected sentences, with the attributions written into them."""

from collections.abc import Iterable

import pandas as pd

from gec_attribution.attribution.records import Chunk, Record
from gec_attribution.formatting.changes import change
from gec_attribution.languages import load_language

_SENTENCE = ["dataset", "system", "line", "metric", "method"]


def list_sentences(records: Iterable[Record], systems: Iterable[str]) -> pd.DataFrame:
    """Every corrected sentence with its attributions, of a metric and a method, written into it.

    Returns:
        One row per record with edits, in the order of the systems: dataset, system, line (in the
        corpus, from 1), metric, method, edits, baseline, score, sentence (each edit as
        `[source → correction φ]`), signature.
    """
    columns = [*_SENTENCE, "edits", "baseline", "score", "sentence", "signature"]
    rows: dict[str | None, list[tuple]] = {system: [] for system in systems}
    for record in records:
        if record.edits:
            rows[record.system].append(_row(record))
    return pd.DataFrame([row for of_system in rows.values() for row in of_system], columns=columns)


def _row(record: Record) -> tuple:
    place = tuple(getattr(record, name) for name in _SENTENCE)
    language = load_language(record.language)
    sentence = language.join(_written(chunk, record) for chunk in record.chunks())
    numbers = len(record.edits), record.baseline, record.score
    return (*place, *numbers, sentence, record.signature)


def _written(chunk: Chunk, record: Record) -> str:
    if chunk.edit is None:
        return chunk.source
    phi = record.edits[chunk.edit].phi
    return f"[{change(chunk.source, chunk.correction)} {phi:+.3g}]"
