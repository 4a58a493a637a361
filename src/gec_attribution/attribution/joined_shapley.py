"""Shapley values of players that are groups of edits: those that interact strongly are joined.

Two edits that do something only together, such as the two halves of a reordering, have no values of
their own to speak of. Here they are one player of a smaller game, as Grabisch and Roubens (1999)
join players to define interaction; every value of that game is one of the larger game's, too.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gec_attribution.attribution.base import Estimate
from gec_attribution.attribution.interactions import (
    moebius_transform,
    pairs_of,
    shapley_interactions,
)
from gec_attribution.attribution.shapley import Shapley, shapley_values
from gec_attribution.errors import ConfigError
from gec_attribution.games.coalitions import lattice_masks
from gec_attribution.games.values import ValueTable
from gec_attribution.plugins.options import Entry, Option, number


class Joined(NamedTuple):
    """A game after some of its edits were joined.

    Attributes:
        players: (n,) the number of the player that each edit belongs to, from 0, by first edit.
        phi: (n,) each edit's part of its player's Shapley value, which its edits share equally.
    """

    players: NDArray[np.int64]
    phi: NDArray[np.float64]


@dataclass(frozen=True, kw_only=True)
class JoinedShapley(Shapley):
    """Shapley values of joined edits up to `max_edits` edits; above, estimates for single edits.

    Attributes:
        threshold: two edits are joined where the absolute value of their Shapley interaction index
            is above this part of Σ|φ|, the Shapley values of all edits of the sentence; in [0, 1].
            Edits that are each joined with a third are all one player.

    Raises:
        ConfigError: the threshold is outside its range.
    """

    ENTRY = Entry(
        options={
            "threshold": number(
                "Two edits are one player where the absolute value of their Shapley interaction "
                "index is above this part of Σ|φ| of the sentence.",
                0.2,
                least=0,
                most=1,
            ),
            "estimator": Option(
                "As for shapley; edits are not joined above `coalitions.max_edits`.",
                None,
                "object",
                {"required": ["type"]},
                entries="methods",
            ),
        }
    )

    threshold: float = 0.2

    def __post_init__(self) -> None:
        """Check the threshold, and find the estimator."""
        super().__post_init__()
        if not 0 <= self.threshold <= 1:
            raise ConfigError(
                f"methods.{self.name}.threshold: found {self.threshold}; it must be from 0 to 1"
            )

    def estimate(self, table: ValueTable, seed: int) -> Estimate:
        """The parts of the players' values, or the estimator's first estimate."""
        if table.n > self.max_edits:
            return super().estimate(table, seed)
        joined = join(table.dense, self.threshold)
        return Estimate(joined.phi, np.zeros(table.n), players=joined.players)

    def signature(self) -> dict[str, object]:
        """The options of Shapley values, and the threshold."""
        return {**super().signature(), "method": "joined_shapley", "threshold": self.threshold}


def join(values: NDArray[np.float64], threshold: float) -> Joined:
    """Join the edits of a game that interact strongly, and divide the values of the smaller game.

    Args:
        values: (2^n,) value of each coalition, defined; bit k of the index says whether edit k is
            in it.
        threshold: see `JoinedShapley`.
    """
    phi = shapley_values(values)
    strength = np.abs(shapley_interactions(moebius_transform(values)))
    strong = strength > threshold * np.abs(phi).sum()
    players = _components(len(phi), pairs_of(len(phi))[strong].tolist())
    sizes = np.bincount(players)
    of_player = shapley_values(values[_unions(players)])
    return Joined(players, (of_player / sizes)[players])


def _components(n: int, pairs: Sequence[tuple[int, int]]) -> NDArray[np.int64]:
    """The number of each edit's connected component, numbered by first edit."""
    players = np.arange(n)
    for first, second in pairs:
        low, high = sorted((players[first], players[second]))
        players[players == high] = low
    return np.unique(players, return_inverse=True)[1]


def _unions(players: NDArray[np.int64]) -> NDArray[np.int64]:
    """The coalition of edits that each coalition of players is: (2^players,)."""
    count = players.max(initial=-1) + 1
    bits = np.bincount(players, weights=2.0 ** np.arange(len(players)), minlength=count)
    members = (lattice_masks(count)[:, None] >> np.arange(count, dtype=np.uint64)) & np.uint64(1)
    return (members @ bits.astype(np.uint64)).astype(np.int64)
