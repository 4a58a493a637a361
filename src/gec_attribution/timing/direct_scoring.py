"""Attributing a few sentences with the metric itself, outside the score store, to measure time."""

import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from gec_attribution.attribution import Estimate, Method
from gec_attribution.games.game import Game, play
from gec_attribution.games.values import Sentence, ValueTable
from gec_attribution.languages import Language
from gec_attribution.storage.seeds import seed_from


class Scorer(Protocol):
    """The part of a metric that is used here."""

    def score(self, sources: Sequence[str], hypotheses: Sequence[str]) -> np.ndarray:
        """(n,) float64 scores of n pairs."""


@dataclass(frozen=True)
class DrawnSentence:
    """A corrected sentence of a sample.

    Attributes:
        line: its line in the corpus, from 1.
        game: the sentence and its edits.
    """

    line: int
    game: Game


@dataclass(frozen=True)
class TimedAttribution:
    """An attribution, the values it was made from, and the seconds that all of it took."""

    attribution: Estimate
    table: ValueTable
    seconds: float


def draw_sentences(
    systems: Iterable[Iterable[Sentence]],
    *,
    min_edits: int,
    max_edits: int,
    language: Language,
    seed: int,
) -> list[DrawnSentence]:
    """The distinct corrected sentences in a range of edits, in an order decided by their content.

    A prefix of the list is a sample of sentences that does not depend on the order of systems or
    lines, and a larger sample contains a smaller one.

    Args:
        systems: for each system the source and edits of every line.
        min_edits: fewest edits of a sentence.
        max_edits: most edits of a sentence.
        language: the language of the sentences.
        seed: the study's seed.
    """
    keyed: dict[tuple[int, str, str], Any] = {}
    for sentences in systems:
        for line, (source, edits) in enumerate(sentences, start=1):
            if min_edits <= len(edits) <= max_edits:
                game = Game.of_correction(source, edits, language, seed)
                content = (game.source, game.grand_text)
                key = (seed_from(seed, "sample", *content), *content)
                keyed.setdefault(key, DrawnSentence(line, game))
    return [keyed[key] for key in sorted(keyed)]


def warm_up(metric: Scorer, sentences: Sequence[DrawnSentence]) -> None:
    """Call the metric once, so that no timed call includes the work of a first call."""
    for sentence in sentences[:1]:
        metric.score([sentence.game.source], [sentence.game.base_text])


def attribute_directly(metric: Scorer, method: Method, game: Game) -> TimedAttribution:
    """Attribute one sentence: make its coalitions, score them, and divide the value, all timed."""
    start = time.perf_counter()
    (outcome,) = play([game], [method.asking(game.n, game.seed)], metric.score)
    return TimedAttribution(outcome.result, outcome.table, time.perf_counter() - start)
