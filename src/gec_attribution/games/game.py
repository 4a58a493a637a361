"""A corrected sentence as a cooperative game: its edits are the players, a metric gives the values.

Everything computed from a metric's scores of edits is computed through a game: it says which text
each coalition is, and a method or experiment *asks* for the values it needs (`Asking`). Values come
from a metric (`play`) or from a table of stored scores (`replay`).
"""

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Generic, Self, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from gec_attribution.edits.model import Edit, apply_edits
from gec_attribution.errors import InputError
from gec_attribution.games.coalitions import MAX_EDITS, Masks, end_masks, full_mask
from gec_attribution.games.values import ValueTable
from gec_attribution.languages import Language
from gec_attribution.storage.seeds import readable_seed_from

Result = TypeVar("Result")

Asking = Generator[Masks, ValueTable, Result]
"""Yields the coalitions whose values it wants, in one or several rounds, and returns a result.

After each round it is sent a value table with all it has asked for so far, and possibly more.
"""

Score = Callable[[Sequence[str], Sequence[str]], ArrayLike]
"""The (n,) scores of n sentences, given their n sources."""


@dataclass(frozen=True)
class Game:
    """Edits of a base text as players; a coalition's value is M(base with these edits | source).

    Attributes:
        source: the text that the metric compares with.
        base: the tokens of the text to which edits are applied. Mostly that is the source, and the
            grand coalition the hypothesis; for edits that a system missed it is the hypothesis.
        edits: edits of the base in their order, at most `MAX_EDITS`.
        language: the language of both texts.
        study_seed: the study's seed.

    Raises:
        InputError: an edit is outside the base or overlaps another one, or there are too many.
    """

    source: str
    base: tuple[str, ...]
    edits: tuple[Edit, ...]
    language: Language
    study_seed: int = 0

    def __post_init__(self) -> None:
        """Check the edits."""
        if len(self.edits) > MAX_EDITS:
            raise InputError(
                f"a sentence has {len(self.edits)} edits; coalitions have at most {MAX_EDITS}"
            )
        apply_edits(self.base, self.edits)  # for its errors

    @classmethod
    def of_correction(
        cls, source: str, edits: Sequence[Edit], language: Language, study_seed: int = 0
    ) -> Self:
        """The game of a corrected sentence, whose base is the source itself.

        Args:
            source: the source, as a file has it; its tokens are those of `language`.
            edits: the edits that turn it into the hypothesis.
            language: its language.
            study_seed: the study's seed.
        """
        tokens = tuple(language.tokenize(source))
        return cls(language.join(tokens), tokens, tuple(edits), language, study_seed)

    @property
    def n(self) -> int:
        """How many players there are."""
        return len(self.edits)

    @cached_property
    def base_text(self) -> str:
        """The text of the empty coalition."""
        return self.language.join(self.base)

    @cached_property
    def grand_text(self) -> str:
        """The text of the grand coalition; of a correction, the hypothesis."""
        return self.texts([full_mask(self.n)])[0]

    @cached_property
    def seed(self) -> int:
        """The seed of everything that is sampled for this game, from its texts and the study's."""
        texts = dict.fromkeys((self.source, self.base_text))
        return readable_seed_from(self.study_seed, "permutations", *texts, self.grand_text)

    def texts(self, masks: ArrayLike) -> list[str]:
        """The text of each coalition.

        Args:
            masks: integers from 0 to `full_mask(n)`.

        Raises:
            ValueError: a mask has a bit that is no edit.
        """
        join, choices, tail = self.language.join, *self._choices
        texts = []
        for mask in np.asarray(masks, dtype=np.uint64).tolist():
            if mask >> self.n:
                raise ValueError(f"mask {mask} has a bit beyond the {self.n} edits")
            tokens: list[str] = []
            for player, choice in enumerate(choices):
                tokens += choice[mask >> player & 1]
            texts.append(join(tokens + tail))
        return texts

    @cached_property
    def _choices(self) -> tuple[list[tuple[list[str], list[str]]], list[str]]:
        """The tokens up to the end of each edit, without and with it; and those after the last."""
        choices = []
        position = 0
        for edit in self.edits:
            kept = list(self.base[position : edit.start])
            choices.append(
                ([*kept, *self.base[edit.start : edit.end]], [*kept, *edit.tokens]),
            )
            position = edit.end
        return choices, list(self.base[position:])


@dataclass(frozen=True)
class Outcome(Generic[Result]):
    """The outcome of a game.

    Attributes:
        result: the return value of the asking.
        table: the values it was given.
    """

    result: Result
    table: ValueTable


def play(
    games: Sequence[Game], askings: Sequence[Asking[Result]], score: Score
) -> list[Outcome[Result]]:
    """Ask a metric for the values that each game needs, a round at a time, and for no pair twice.

    The ends of every game, its base and its grand coalition, are scored in the first round, too.

    Args:
        games: the games.
        askings: for each game, the generator that asks for its values.
        score: the metric.
    """
    tables = [ValueTable(game.n, np.empty(0, np.uint64), np.empty(0)) for game in games]
    results: dict[int, Result] = {}
    scores: dict[tuple[str, str], float] = {}
    requested = {
        number: np.union1d(next(asking), end_masks(game.n))
        for number, (game, asking) in enumerate(zip(games, askings, strict=True))
    }
    while requested:
        pairs = {
            number: [(games[number].source, text) for text in games[number].texts(masks)]
            for number, masks in requested.items()
        }
        new = dict.fromkeys(
            pair for game_pairs in pairs.values() for pair in game_pairs if pair not in scores
        )
        if new:
            scores.update(zip(new, _scored(score, *zip(*new, strict=True)), strict=True))
        for number, masks in list(requested.items()):
            values = np.array([scores[pair] for pair in pairs[number]], dtype=np.float64)
            tables[number] = tables[number].extended(masks, values)
            try:
                requested[number] = askings[number].send(tables[number])
            except StopIteration as stop:
                results[number] = stop.value
                del requested[number]
    return [Outcome(results[number], table) for number, table in enumerate(tables)]


def replay(asking: Asking[Result], table: ValueTable) -> Result:
    """Give an asking the values of a table.

    Raises:
        KeyError: a coalition that it asks for is not in the table.
    """
    masks = next(asking)
    while True:
        table.at(masks)  # for its error
        try:
            masks = asking.send(table)
        except StopIteration as stop:
            return stop.value


def _scored(score: Score, sources: Sequence[str], texts: Sequence[str]) -> NDArray[np.float64]:
    return np.asarray(score(sources, texts), dtype=np.float64)
