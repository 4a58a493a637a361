"""Listing of all corrected sentences, with the attributions written into them."""

from collections.abc import Iterable
from itertools import chain

import pandas as pd

from gec_attribution.attribution.records import Chunk, Record
from gec_attribution.formatting.changes import change
from gec_attribution.languages import load_language

_SENTENCE = ["dataset", "system", "line", "metric", "method"]


class Listing:
    """A table of corrected sentences with their attributions, by one metric and method, in them.

    Args:
        systems: the systems, in whose order the rows are.
    """

    def __init__(self, systems: Iterable[str]) -> None:
        self._rows: dict[str | None, list[tuple]] = {system: [] for system in systems}

    def add(self, record: Record) -> None:
        """Add the row of a record, if it has edits."""
        if record.edits:
            self._rows[record.system].append(_row(record))

    def frame(self) -> pd.DataFrame:
        """One row per sentence with edits, in the order of systems and lines.

        The columns are dataset, system, line (in the corpus, from 1), metric, method, edits,
        baseline, score, sentence (each edit as `[source → correction φ]`), signature.
        """
        columns = [*_SENTENCE, "edits", "baseline", "score", "sentence", "signature"]
        return pd.DataFrame(chain(*self._rows.values()), columns=columns)


def _row(record: Record) -> tuple:
    """The cells of a sentence's row, in the order of the columns."""
    place = tuple(getattr(record, name) for name in _SENTENCE)
    language = load_language(record.language)
    written = [_written(chunk, record) for chunk in record.chunks()]
    numbers = (len(record.edits), record.baseline, record.score)
    return (*place, *numbers, language.join(written), record.signature)


def _written(chunk: Chunk, record: Record) -> str:
    if chunk.edit is None:
        return chunk.source
    phi = record.edits[chunk.edit].phi
    return f"[{change(chunk.source, chunk.correction)} {phi:+.3g}]"
