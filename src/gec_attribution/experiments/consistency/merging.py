"""Games whose players are groups of the edits of another game."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from gec_attribution.games.coalitions import lattice_masks
from gec_attribution.games.values import ValueTable


class Group(NamedTuple):
    """Edits that are one player.

    Attributes:
        single: the sum of their attributions as single players.
        grouped: their attribution as one player.
        agree: whether the two have the same sign.
    """

    single: float
    grouped: float
    agree: bool


def merge_players(table: ValueTable, groups: Sequence[np.ndarray]) -> ValueTable:
    """The game whose players are groups of the players of `table`.

    Args:
        table: the game of single players.
        groups: for each new player the numbers of the old ones that it stands for.

    Raises:
        KeyError: the table lacks a union of the groups.
    """
    masks = lattice_masks(len(groups))
    unions = np.zeros_like(masks)
    for player, members in enumerate(groups):
        union = np.bitwise_or.reduce(np.uint64(1) << members.astype(np.uint64))
        unions[masks >> np.uint64(player) & np.uint64(1) == 1] |= union
    return ValueTable(len(groups), masks, table.at(unions))
