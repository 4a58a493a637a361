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
    records = [_as_written(one.record, written) for one in played]
    first = records[0]
    tables: dict[str, ValueTable] = {}
    for record, table, _ in played:
        earlier = tables.get(record.metric, table)
        tables[record.metric] = earlier.extended(table.masks, table.values)
    sentence: ListedSentence = {
        "length": len(game.base),
        "author": "",
        "references": [],
        "corrections": [edits_of(first)],
    }
    details: Details = {
        "records": [record.to_dict() for record in records],
        "values": {metric: values_of(table) for metric, table in tables.items()},
        "explanations": _explanations(first),
        "explained_references": {},
    }
    numbers: dict[str, Numbers] = {}
    add_numbers(numbers, details["records"])
    types = dict.fromkeys(types_of(sentence))
    dataset = _dataset_of(game.language, records)
    return {
        "index": index_of([dataset], types, study="playground", labels=labels),
        "numbers": numbers,
        "sentence": sentence,
        "texts": _texts(game, first, tables.values()),
        "details": details,
        "warnings": [],
    }


def _as_written(record: "Record", written: tuple[str, str] | None) -> "Record":
    source_text, hypothesis_text = written or (None, None)
    return replace(record, source_text=source_text, hypothesis_text=hypothesis_text)


def _explanations(record: "Record") -> dict[str, list[list[EditExplanation | None]]]:
    """Explanations in words of the edits of a record, by explainer; one run of it."""
    if not record.in_words:
        return {}
    run: list[EditExplanation | None] = []
    run += map(explanation_of, record.in_words.edits)
    return {record.in_words.explainer: [run]}


def _dataset_of(language: "Language", records: "Sequence[Record]") -> DatasetInIndex:
    """A data set of one line by one system, without names."""
    signatures: dict[str, dict[str, str]] = {}
    for record in records:
        signatures.setdefault(record.metric, {})[record.method] = record.signature
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


def _texts(game: "Game", record: "Record", tables: "Iterable[ValueTable]") -> Texts:
    """Texts of the line; of one that came as ordinary text, its white space and wording, too."""
    source = record.source_text or record.source
    texts: Texts = {
        "references": [],
        "corrections": [pieces_of(record)],
        "tokens": spaced_tokens(game.base, source, game.language),
        "gaps": {},
        "written": {},
    }
    if record.source_text is not None:
        texts["gaps"] = _gaps(game, record)
        texts["written"] = _written(game, record, tables)
    return texts


def _gaps(game: "Game", record: "Record") -> dict[str, str]:
    """White space before pieces of a sentence as it was written; see `Texts.gaps`."""
    usual = game.language.join(["", ""])
    gaps = {}
    for place, chunk in enumerate(record.chunks()):
        if place and chunk.gap != usual:
            gaps[str(place)] = chunk.gap
    return gaps


def _written(
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
