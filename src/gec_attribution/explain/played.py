"""Corrected sentences played as games under one metric, and the records of the results."""

import functools
import itertools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from gec_attribution.attribution import Method
from gec_attribution.attribution.records import record_of
from gec_attribution.attribution.signatures import record_signature
from gec_attribution.explain.scored_metric import Read, ScoredMetric, Scoring
from gec_attribution.explain.sentences import Sentence
from gec_attribution.games.game import Game, Score, play
from gec_attribution.games.values import ValueTable
from gec_attribution.pages.notebook import ExplainedCorrection

Around = Callable[[Score], Score]
"""Wrapper of a scoring function, for example to count or to stop calls."""


class Played(NamedTuple):
    """A record with its game, and the scores behind its numbers."""

    record: ExplainedCorrection
    table: ValueTable
    game: Game


class Origin(NamedTuple):
    """Dependencies of numbers beside metric and method.

    Attributes:
        language: code of the sentences' language.
        edits: dependencies of the edits: see `languages.edit_files.edits_identity`.
        seed: the study's seed.
    """

    language: str
    edits: Mapping[str, object]
    seed: int


def play_sentences(
    sentences: Sequence[Sentence],
    scored: ScoredMetric,
    methods: Sequence[Method],
    origin: Origin,
    around: Around | None = None,
) -> list[list[Played]]:
    """Attribute the scores of some sentences, which are scored together, by each method.

    Returns:
        For each sentence what each method says.
    """
    together = _agreeing(sentences) if scored.metric.needs_references else [sentences]
    played: dict[int, list[Played]] = {}
    for part in together:
        records = _play_together(part, scored, methods, origin, around)
        played |= zip(map(id, part), records, strict=True)
    return [played[id(sentence)] for sentence in sentences]


def _agreeing(sentences: Sequence[Sentence]) -> list[list[Sentence]]:
    """The sentences in parts, in each of which a source has the same references."""
    parts: list[dict[str, tuple[str, ...]]] = []
    members: list[list[Sentence]] = []
    for sentence in sentences:
        source, references = sentence.game.source, sentence.references
        agreeing = (n for n, part in enumerate(parts) if part.get(source, references) == references)
        if (number := next(agreeing, None)) is None:
            number = len(parts)
            parts.append({})
            members.append([])
        parts[number][source] = references
        members[number].append(sentence)
    return members


def _play_together(
    sentences: Sequence[Sentence],
    scored: ScoredMetric,
    methods: Sequence[Method],
    origin: Origin,
    around: Around | None,
) -> list[list[Played]]:
    """Attribute as `play_sentences` does; a source that recurs has the same references."""
    scoring = Scoring(scored, {each.game.source: each.references for each in sentences})
    games = [each.game for each in sentences]
    games += [each.missed.game for each in sentences if each.missed]
    masks = [method.masks(game.n, game.seed) for method in methods for game in games]
    score = around(scoring.score) if around else scoring.score
    tables = iter(play(games * len(methods), masks, score))
    by_method = [
        _recorded(sentences, list(itertools.islice(tables, len(games))), scoring, method, origin)
        for method in methods
    ]
    return list(map(list, zip(*by_method, strict=True)))


def _recorded(
    sentences: Sequence[Sentence],
    tables: Sequence[ValueTable],
    scoring: Scoring,
    method: Method,
    origin: Origin,
) -> list[Played]:
    """The records of sentences, from the values of their games, then of what they missed."""
    missed_tables = iter(tables[len(sentences) :])
    signature = functools.cache(functools.partial(_signature, scoring, method, origin))
    played = []
    for sentence, table in zip(sentences, tables, strict=False):
        game = sentence.game
        estimate = method.attribute(table, game.seed)
        record = record_of(
            game,
            table,
            estimate,
            metric=scoring.scored.name,
            method=method.name,
            signature=signature(scoring.read_beside(game), estimate.exact),
        )
        source_text, hypothesis_text = sentence.written or (None, None)
        whole = replace(
            record,
            metric_label=scoring.scored.label,
            source_text=source_text,
            hypothesis_text=hypothesis_text,
            note=scoring.note(game, table),
            components=scoring.components(game, table, method),
            references=sentence.references or None,
            missed=sentence.missed and sentence.missed.record(game, next(missed_tables), method),
            in_words=sentence.in_words,
        )
        played.append(Played(ExplainedCorrection.of(whole), table, game))
    return played


def _signature(scoring: Scoring, method: Method, origin: Origin, read: Read, exact: bool) -> str:
    return record_signature(
        metric=scoring.scored.name,
        scored_by=scoring.scored.signature(dict([read] if read else [])),
        method=method,
        language=origin.language,
        edits=origin.edits,
        # Without sampling no number depends on the seed.
        seed=None if exact else origin.seed,
    )
