"""A corrected sentence as a cooperative game: its edits are the players, a metric gives the values.

A game knows the text of each coalition. A method names the coalitions that it needs; their values
come from a metric (`play`) or from stored scores (`games.values`).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Self

import numpy as np
from numpy.typing import ArrayLike

from gec_attribution.edits.model import Edit, apply_edits, joined
from gec_attribution.errors import InputError
from gec_attribution.games.coalitions import MAX_PLAYERS, Masks, full_mask
from gec_attribution.games.values import ValueTable
from gec_attribution.languages import Language
from gec_attribution.storage.seeds import readable_seed_from

Score = Callable[[Sequence[str], Sequence[str]], ArrayLike]
"""The (n,) scores of n sentences, given their n sources."""


@dataclass(frozen=True)
class Game:
    """Edits of a base text as players; a coalition's value is M(base with these edits | source).

    Attributes:
        source: the text that the metric compares with.
        base: the tokens of the text to which edits are applied. Mostly that is the source, and the
            grand coalition the hypothesis; for edits that a system missed it is the hypothesis.
        edits: edits of the base in their order, at most `MAX_PLAYERS`.
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
        if len(self.edits) > MAX_PLAYERS:
            raise InputError(
                f"a sentence has {len(self.edits)} edits; coalitions have at most {MAX_PLAYERS}"
            )
        apply_edits(self.base, self.edits)  # for its errors

    @classmethod
    def of_correction(
        cls, source: str, edits: Sequence[Edit], language: Language, study_seed: int = 0
    ) -> Self:
        """The game of a corrected sentence, whose base is the source itself, as a file has it.

        Repeated insertions are one player; see `joined`.
        """
        tokens = tuple(language.tokenize(source))
        return cls(language.join(tokens), tokens, joined(edits), language, study_seed)

    @property
    def n(self) -> int:
        """Number of players."""
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
        return readable_seed_from(
            self.study_seed, "permutations", *texts, self.grand_text
        )

    def texts(self, masks: ArrayLike) -> list[str]:
        """The text of each coalition.

        Args:
            masks: integers from 0 to `full_mask(n)`.

        Raises:
            ValueError: a mask has a bit that is no edit.
        """
        choices, tail = self._choices
        texts = []
        for mask in np.asarray(masks, dtype=np.uint64).tolist():
            if mask >> self.n:
                raise ValueError(f"mask {mask} has a bit beyond the {self.n} edits")
            tokens: list[str] = []
            for player, choice in enumerate(choices):
                tokens += choice[mask >> player & 1]
            texts.append(self.language.join(tokens + tail))
        return texts

    @cached_property
    def _choices(self) -> tuple[list[tuple[list[str], list[str]]], list[str]]:
        """The tokens up to the end of each edit, without and with it; and those after the last."""
        choices = []
        position = 0
        for edit in self.edits:
            without_edit = list(self.base[position : edit.end])
            with_edit = [*self.base[position : edit.start], *edit.tokens]
            choices.append((without_edit, with_edit))
            position = edit.end
        return choices, list(self.base[position:])


def play(
    games: Sequence[Game], masks: Sequence[Masks], score: Score
) -> list[ValueTable]:
    """Ask a metric for the values of some coalitions of games, and for no pair twice.

    Args:
        games: the games.
        masks: the coalitions of each game, ascending and distinct, as from `Method.masks`.
        score: the metric, called once; not at all without a game.

    Returns:
        The value table of each game.
    """
    return [tables["score"] for tables in play_columns(games, masks, score, ["score"])]


def play_columns(
    games: Sequence[Game], masks: Sequence[Masks], score: Score, columns: Sequence[str]
) -> list[dict[str, ValueTable]]:
    """Play as in `play`, with a value table for each of several columns that a metric gives.

    `score` returns an array of shape (n, columns).
    """
    rows: dict[tuple[str, str], int] = {}
    rows_of_games = []
    for game, coalitions in zip(games, masks, strict=True):
        pairs = [(game.source, text) for text in game.texts(coalitions)]
        rows_of_games.append([rows.setdefault(pair, len(rows)) for pair in pairs])
    if not rows:
        return []
    sources = [source for source, _ in rows]
    texts = [text for _, text in rows]
    scored = np.asarray(score(sources, texts), dtype=np.float64)
    # A row for each column, so that the values of a table lie side by side.
    by_column = np.ascontiguousarray(scored.reshape(len(rows), len(columns)).T)
    played = []
    for game, coalitions, own_rows in zip(games, masks, rows_of_games, strict=True):
        tables = {}
        for column, values in zip(columns, by_column, strict=True):
            tables[column] = ValueTable(game.n, coalitions, values[own_rows])
        played.append(tables)
    return played
