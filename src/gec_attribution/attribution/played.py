"""Attributions that are made on the spot, by a metric that scores what a method asks for."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from gec_attribution.attribution.base import Method, normalise
from gec_attribution.edits.model import Edit
from gec_attribution.games.coalitions import MAX_EDITS
from gec_attribution.games.game import Game, Score, play
from gec_attribution.languages import Language

# Sentences played together: enough to fill a metric's batches.
SENTENCES_AT_ONCE = 64


def played_shares(
    sentences: Iterable[tuple[str, Sequence[Edit]]],
    method: Method,
    score: Score,
    language: Language,
    seed: int = 0,
) -> Iterator[NDArray[np.float64]]:
    """The normalised attributions of each sentence's edits.

    Args:
        sentences: the source and the edits of every line.
        method: the attribution method.
        score: a metric.
        language: the language of the sentences.
        seed: the study's seed.

    Yields:
        (n,) for each line; NaN where the method skips the sentence, a score is missing, or there
        are more edits than coalitions can have.
    """
    lines = iter(sentences)
    while some := list(islice(lines, SENTENCES_AT_ONCE)):
        games = {
            number: Game.of_correction(source, edits, language, seed)
            for number, (source, edits) in enumerate(some)
            if 0 < len(edits) <= MAX_EDITS
        }
        askings = [method.asking(game.n, game.seed) for game in games.values()]
        outcomes = play(list(games.values()), askings, score)
        played = dict(zip(games, outcomes, strict=True))
        for number, (_, edits) in enumerate(some):
            if number in played:
                yield normalise(played[number].result.phi)
            else:
                yield np.full(len(edits), np.nan)
