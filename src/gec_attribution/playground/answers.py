"""Answer to the page about an explained sentence: a study of one line, in explorer's form.

So the explorer's own scripts show it. The records themselves are there, too, to be downloaded.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import reduce
from itertools import pairwise
from typing import TypedDict

import numpy as np

from gec_attribution.attribution.records import Record
from gec_attribution.edits.model import m2_text
from gec_attribution.explain.played import Played
from gec_attribution.games.game import Game
from gec_attribution.games.values import ValueTable
from gec_attribution.languages import Language
from gec_attribution.languages.plain_text import token_spans
from gec_attribution.pages.explorer.chunks import chunk_of, numbers, said_of
from gec_attribution.pages.explorer.columns import (
    EDIT_COLUMNS,
    SENTENCE_COLUMNS,
    Attributions,
    Corrected,
)
from gec_attribution.pages.explorer.folder import index_of
from gec_attribution.pages.explorer.form import Chunk, Index, Labels, Written
from gec_attribution.statistics.signs import score_size, signs


class Answer(TypedDict):
    """An explained sentence."""

    index: Index
    """As in the explorer's folder, of a study with this one correction."""
    chunk: Chunk
    """Its only chunk."""
    records: Sequence[dict]
    """The record of each metric and method as JSON."""


def answer_of(
    played: Sequence[Played],
    language: Language,
    *,
    labels: Labels,
    written: tuple[str, str] | None = None,
) -> Answer:
    """Everything about a sentence that was explained, by each metric and method.

    `labels` are of each `metric`, `method` and `explainer`; `written` are the source and the
    hypothesis as ordinary text, or None where they came as tokens.
    """
    records: list[Record] = [each.record for each in played]
    if written is not None:
        source_text, hypothesis_text = written
        records = [
            replace(record, source_text=source_text, hypothesis_text=hypothesis_text)
            for record in records
        ]
    game, in_words = played[0].game, records[0].in_words
    attributions: dict[str, dict[str, Attributions]] = {}
    for record in records:
        attributions.setdefault(record.metric, {})[record.method] = _attributions(record)
    sentence = Corrected(
        name="",
        label="",
        language=language,
        systems=[""],
        sources=[m2_text(language.tokenize(game.source))],
        edits=[game.edits],
        attributions=attributions,
        written=None if written is None else _white_space(game, *written),
    )
    return {
        "index": index_of([sentence], study="playground", labels=labels),
        "chunk": chunk_of(
            sentence,
            range(1, 2),
            tables={metric: [table] for metric, table in _tables(played).items()},
            notes={record.metric: [record.note] for record in records},
            pairs={
                record.metric: [numbers(np.array([pair.shapley for pair in record.interactions]))]
                for record in records
                if record.interactions
            },
            explanations={in_words.explainer: [[list(map(said_of, in_words.edits))]]}
            if in_words
            else {},
            explained_references={},
        ),
        "records": [record.to_dict() for record in records],
    }


def _white_space(game: Game, source: str, hypothesis: str) -> Written:
    """White space before each token of both texts, and after each edit."""
    corrected = [*_gaps(hypothesis, game.grand_text, game.language), ""]
    corrections, shift = [], 0
    for edit in game.edits:
        start = edit.start + shift
        corrections.append(corrected[start : start + len(edit.tokens) + 1])
        shift += len(edit.tokens) - (edit.end - edit.start)
    return {"sources": [_gaps(source, game.source, game.language)], "corrections": corrections}


def _gaps(written: str, text: str, language: Language) -> list[str]:
    """White space before each token of a text as it was written."""
    spans = token_spans(language.tokenize(text), written)
    between = [written[end:start] for (_, end), (start, _) in pairwise(spans)]
    # The first token gets one, too, in case something is inserted before it.
    return [language.join(["", ""]), *between][: len(spans)]


def _attributions(record: Record) -> Attributions:
    edits = {
        name: np.array([getattr(edit, name) for edit in record.edits], dtype=np.float64)
        for name in EDIT_COLUMNS
    }
    size = score_size(record.baseline, record.score)
    return Attributions(
        {**edits, "sign": signs(edits["phi"], size, record.scale)},
        {name: np.array([getattr(record, name)]) for name in SENTENCE_COLUMNS},
        record.signature,
    )


def _tables(played: Sequence[Played]) -> Mapping[str, ValueTable]:
    """Scores of each metric, from all methods, for the coalitions that all metrics have."""
    tables: dict[str, ValueTable] = {}
    for record, table, _ in played:
        earlier = tables.get(record.metric)
        more = earlier.extended(table.masks, table.values) if earlier else table
        tables[record.metric] = more
    common = reduce(np.intersect1d, (table.masks for table in tables.values()))
    return {
        metric: ValueTable(table.n, common, table.at(common)) for metric, table in tables.items()
    }
