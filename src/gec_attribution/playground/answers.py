"""Answer to the page about an explained sentence, in the form of the explorer.

So the explorer's own scripts show it, as a study of one line.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, TypedDict

from gec_attribution.explain.played import Played
from gec_attribution.games.coalitions import full_mask
from gec_attribution.pages.explorer.form import (
    DatasetInIndex,
    Details,
    EditExplanation,
    Index,
    Labels,
    ListedSentence,
    Numbers,
    Texts,
)
from gec_attribution.pages.explorer.sentences import (
    add_numbers,
    edits_of,
    explanation_of,
    index_of,
    pieces_of,
    spaced_tokens,
    types_of,
    values_of,
)

if TYPE_CHECKING:
    from gec_attribution.attribution.records import Record
    from gec_attribution.games.game import Game
    from gec_attribution.games.values import ValueTable
    from gec_attribution.languages.base import Language


class Answer(TypedDict):
    """An explained sentence."""

    index: Index
    """Data as in the explorer's folder, of a study with this one correction."""
    numbers: Mapping[str, Numbers]
    """The numbers of its data set, by metric."""
    sentence: ListedSentence
    """Its only line."""
    texts: Texts
    """The texts of this line."""
    details: Details
    """Everything about the correction, with its records."""
    warnings: Sequence[str]
    """Sentences about what should be known of the scores."""


def answer_of(
    played: Sequence[Played], *, labels: Labels, written: tuple[str, str] | None = None
) -> Answer:
    """Everything about a sentence that was explained, by each metric and method.

    `labels` are of each `metric`, `method` and `explainer`; `written` are the source and the
    hypothesis as ordinary text, or None where they came as tokens.
    """
    game = played[0].game
    source_text, hypothesis_text = written or (None, None)
    records: list[Record] = []
    tables: dict[str, ValueTable] = {}
    signatures: dict[str, dict[str, str]] = {}
    for record, table, _ in played:
        own = replace(record, source_text=source_text, hypothesis_text=hypothesis_text)
        records.append(own)
        signatures.setdefault(own.metric, {})[own.method] = own.signature
        earlier = tables.get(own.metric, table)
        tables[own.metric] = earlier.extended(table.masks, table.values)
    first = records[0]
    language = game.language
    json_records = [record.to_dict() for record in records]
    sentence: ListedSentence = {
        "length": len(game.base),
        "author": "",
        "references": [],
        "corrections": [edits_of(first)],
    }
    numbers: dict[str, Numbers] = {}
    add_numbers(numbers, json_records)
    explanations: dict[str, list[list[EditExplanation | None]]] = {}
    if first.in_words:
        explanations[first.in_words.explainer] = [
            list(map(explanation_of, first.in_words.edits))
        ]
    dataset = _dataset_of(language, signatures)
    types = dict.fromkeys(types_of(sentence))
    return {
        "index": index_of([dataset], types, study="playground", labels=labels),
        "numbers": numbers,
        "sentence": sentence,
        "texts": {
            "references": [],
            "corrections": [pieces_of(first)],
            "tokens": spaced_tokens(
                game.base, first.source_text or first.source, language
            ),
            "gaps": {} if written is None else _gaps(game, first),
            "written": {} if written is None else _texts(game, first, tables.values()),
        },
        "details": {
            "records": json_records,
            "values": {metric: values_of(table) for metric, table in tables.items()},
            "explanations": explanations,
            "explained_references": {},
        },
        "warnings": [],
    }


def _dataset_of(
    language: "Language", signatures: Mapping[str, Mapping[str, str]]
) -> DatasetInIndex:
    """A data set of one line by one system, without names."""
    return {
        "name": "",
        "label": "",
        "language": language.code,
        "gap": language.join(["", ""]),
        "systems": [""],
        "references": 0,
        "signatures": signatures,
        "lines": 1,
        "lines_per_chunk": 1,
    }


def _gaps(game: "Game", record: "Record") -> dict[str, str]:
    """White space before pieces of a sentence as it was written; see `Texts.gaps`."""
    usual = game.language.join(["", ""])
    gaps = {}
    for place, chunk in enumerate(record.chunks()):
        if place and chunk.gap != usual:
            gaps[str(place)] = chunk.gap
    return gaps


def _texts(
    game: "Game", record: "Record", tables: "Iterable[ValueTable]"
) -> dict[str, str]:
    """Ordinary text of each scored coalition, by its bit mask in decimal digits."""
    masks = {mask for table in tables for mask in table.masks.tolist()}
    source = str(record.source_text)
    hypothesis = str(record.hypothesis_text)
    texts = {}
    for mask in masks:
        (tokens,) = game.texts([mask])
        texts[str(mask)] = game.language.to_plain_text(tokens, source)
    return texts | {"0": source, str(full_mask(game.n)): hypothesis}
