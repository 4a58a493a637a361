"""The values that methods ask for after they have seen some: what no plan can know.

A plan is made before any score is known, and for all metrics at once. What a method with a
tolerance asks for next depends on what a metric gave the first coalitions, so that these rounds are
played with the metric itself.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice

import numpy as np
import pandas as pd

from gec_attribution.attribution.base import Method
from gec_attribution.edits.model import Edit
from gec_attribution.games.coalitions import MAX_EDITS
from gec_attribution.games.game import Game, Score, play
from gec_attribution.languages import Language

# Sentences played together: enough to fill a metric's batches.
SENTENCES_AT_ONCE = 64

COLUMNS = {"system": str, "line": np.int32, "mask": np.uint64, "score": np.float64}


def later_rounds(
    systems: Mapping[str, Iterable[tuple[str, Sequence[Edit]]]],
    methods: Sequence[Method],
    score: Score,
    language: Language,
    seed: int = 0,
) -> Iterator[pd.DataFrame]:
    """The values that methods ask for after their first round.

    Args:
        systems: for each system the source and the edits of every line.
        methods: the methods that may ask for more.
        score: a metric; it is asked for the first round, too, so it should remember its scores.
        language: the language of the sentences.
        seed: the study's seed.

    Yields:
        Frames with the columns `COLUMNS`, line from 1, sorted by line and mask within each system;
        at least one.
    """
    yield _frame([])
    for system, sentences in systems.items():
        games = (
            (line, Game.of_correction(source, edits, language, seed))
            for line, (source, edits) in enumerate(sentences, start=1)
            if len(edits) <= MAX_EDITS
        )
        while some := list(islice(games, SENTENCES_AT_ONCE)):
            yield _frame(
                (system, line, mask, value)
                for (line, _), values in zip(some, _played(some, methods, score), strict=True)
                for mask, value in sorted(values.items())
            )


def _played(
    games: Sequence[tuple[int, Game]], methods: Sequence[Method], score: Score
) -> list[dict[int, float]]:
    """For each game the values that no method asked for first."""
    later_values: list[dict[int, float]] = [{} for _ in games]
    for method in methods:
        first_masks = [method.masks(game.n, game.seed) for _, game in games]
        # Where the first round asks for everything there is no other.
        open_to_more = [
            number
            for number, (_, game) in enumerate(games)
            if len(first_masks[number]) < 1 << game.n
        ]
        played = [games[number][1] for number in open_to_more]
        askings = [method.asking(game.n, game.seed) for game in played]
        for number, outcome in zip(open_to_more, play(played, askings, score), strict=True):
            table = outcome.table
            later = np.setdiff1d(table.masks, first_masks[number])
            later_values[number].update(zip(later.tolist(), table.at(later).tolist(), strict=True))
    return later_values


def _frame(rows: Iterable[tuple[str, int, int, float]]) -> pd.DataFrame:
    return pd.DataFrame(list(rows), columns=list(COLUMNS)).astype(COLUMNS)
