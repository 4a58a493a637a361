"""Corrected sentences played as games under one metric, and the records of the results."""

import functools
import itertools
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import NamedTuple

from gec_attribution.attribution import Method
from gec_attribution.attribution.explained import ScoredBy, Tables, explained
from gec_attribution.explain.scored_metric import Origin, ScoredMetric
from gec_attribution.explain.sentences import Sentence
from gec_attribution.games.game import Game, Score, play_columns
from gec_attribution.games.values import ValueTable
from gec_attribution.pages.notebook import ExplainedCorrection

ScorerWrapper = Callable[[Score], Score]
"""Wrapper of a scoring function, for example to count or to stop calls."""


class Played(NamedTuple):
    """A record with its game, and the scores behind its numbers."""

    record: ExplainedCorrection
    table: ValueTable
    game: Game


def play_sentences(
    sentences: Sequence[Sentence],
    scored: ScoredMetric,
    methods: Sequence[Method],
    origin: Origin,
    wrap_scorer: ScorerWrapper | None = None,
) -> list[list[Played]]:
    """Attribute the scores of some sentences, which are scored together, by each method.

    Returns:
        For each sentence what each method says.
    """
    together = _agreeing(sentences) if scored.metric.needs_references else [sentences]
    played: dict[int, list[Played]] = {}
    for part in together:
        records = _play_together(part, scored, methods, origin, wrap_scorer)
        played |= zip(map(id, part), records, strict=True)
    return [played[id(sentence)] for sentence in sentences]


def _agreeing(sentences: Sequence[Sentence]) -> list[list[Sentence]]:
    """The sentences in parts, in each of which a source has the same references."""
    parts: list[list[Sentence]] = []
    known: list[dict[str, tuple[str, ...]]] = []
    for sentence in sentences:
        source = sentence.game.source
        references = sentence.references
        number = 0
        while (
            number < len(parts) and known[number].get(source, references) != references
        ):
            number += 1
        if number == len(parts):
            parts.append([])
            known.append({})
        known[number][source] = references
        parts[number].append(sentence)
    return parts


def _play_together(
    sentences: Sequence[Sentence],
    scored: ScoredMetric,
    methods: Sequence[Method],
    origin: Origin,
    wrap_scorer: ScorerWrapper | None,
) -> list[list[Played]]:
    """Attribute as `play_sentences` does; a source that recurs has the same references."""
    references = {each.game.source: each.references for each in sentences}
    score: Score = functools.partial(scored.score, references=references)
    if wrap_scorer:
        score = wrap_scorer(score)
    games = [each.game for each in sentences]
    games += [each.missed.game for each in sentences if each.missed]
    masks = [method.masks(game.n, game.seed) for method in methods for game in games]
    tables = iter(play_columns(games * len(methods), masks, score, scored.columns))
    # Numbers of a sentence depend on its own references alone.
    metrics = {}
    for read in {_read_by(scored, each) for each in sentences}:
        metrics[read] = scored.recorded(dict(read), origin)
    played: list[list[Played]] = [[] for _ in sentences]
    for method in methods:
        tables_of_games = list(itertools.islice(tables, len(games)))
        tables_of_missed = iter(tables_of_games[len(sentences) :])
        for sentence, own_tables, own in zip(
            sentences, tables_of_games, played, strict=False
        ):
            missed_tables = next(tables_of_missed) if sentence.missed else {}
            metric = metrics[_read_by(scored, sentence)]
            record = _recorded(sentence, own_tables, missed_tables, method, metric)
            own.append(Played(record, own_tables[scored.column], sentence.game))
    return played


def _read_by(
    scored: ScoredMetric, sentence: Sentence
) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """The source of a sentence with its references, if the metric reads references."""
    if not scored.metric.needs_references:
        return ()
    return ((sentence.game.source, sentence.references),)


def _recorded(
    sentence: Sentence,
    tables: Tables,
    missed_tables: Tables,
    method: Method,
    metric: ScoredBy,
) -> ExplainedCorrection:
    """The record of a sentence by a method, with what else is known of the sentence."""
    (record,) = explained(sentence.game, tables, [method], metric)
    missed = None
    if sentence.missed:
        missed = sentence.missed.record(
            sentence.game, missed_tables[metric.column], method
        )
    source_text, hypothesis_text = sentence.written or (None, None)
    whole = replace(
        record,
        source_text=source_text,
        hypothesis_text=hypothesis_text,
        references=sentence.references or None,
        missed=missed,
        in_words=sentence.in_words,
    )
    return ExplainedCorrection.of(whole, tables[metric.column])
