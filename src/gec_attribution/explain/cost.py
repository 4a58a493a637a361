"""What it will cost to explain sentences, counted before anything is scored."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from gec_attribution.attribution import Method
from gec_attribution.explain.scored_metric import ScoredMetric
from gec_attribution.explain.sentences import Sentence
from gec_attribution.games.coalitions import end_masks
from gec_attribution.scores.engine import count_stored
from gec_attribution.scores.store import last_speed


class Cost(NamedTuple):
    """What one metric has to score.

    Attributes:
        metric: its name.
        pairs: the distinct sentences, each with its source, that the methods ask for first; with a
            tolerance they may ask for more.
        stored: how many of them are in the store.
        seconds: about how long the others take, at the speed that was measured last on this
            machine; None where none was.
    """

    metric: str
    pairs: int
    stored: int
    seconds: float | None

    def __str__(self) -> str:
        """One sentence about it."""
        kept = f", {self.stored:,} of them in the store" if self.stored else ""
        about = "" if self.seconds is None else f", about {_duration(self.seconds)}"
        return f"{self.metric}: {self.pairs:,} sentences to be scored{kept}{about}"


def cost_of(sentences: Sequence[Sentence], scored: ScoredMetric, methods: Sequence[Method]) -> Cost:
    """What a metric has to score of some sentences.

    Args:
        sentences: the sentences.
        scored: the metric.
        methods: the methods that share its scores.
    """
    asked: dict[tuple[str, str, tuple[str, ...]], None] = {}
    for sentence in sentences:
        read = sentence.references if scored.metric.needs_references else ()
        for game in (sentence.game, *([sentence.missed.game] if sentence.missed else [])):
            masks = [end_masks(game.n), *(each.masks(game.n, game.seed) for each in methods)]
            texts = game.texts(np.unique(np.concatenate(masks)))
            asked |= dict.fromkeys((game.source, text, read) for text in texts)
    sources, texts, references = map(list, zip(*asked, strict=True)) if asked else ([], [], [])
    stored = count_stored(scored.metric, sources, texts, scored.store, references)
    speed = last_speed(scored.store, scored.metric.store_signature())
    seconds = None if speed is None else (len(asked) - stored) / speed
    return Cost(scored.name, len(asked), stored, seconds)


def _duration(seconds: float) -> str:
    if seconds < 90:
        return f"{max(round(seconds), 1)} s"
    return f"{round(seconds / 60)} minutes"
