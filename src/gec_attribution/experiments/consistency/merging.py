"""Games whose players are groups of the edits of another game."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import pandas as pd

from gec_attribution.attribution import Method
from gec_attribution.games.coalitions import lattice_masks
from gec_attribution.games.values import ValueTable
from gec_attribution.statistics.signs import score_size, signs


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


def regroup(
    edits: pd.DataFrame, table: ValueTable, players: Sequence[np.ndarray], method: Method
) -> list[Group]:
    """Attribute each group of a sentence's edits as one player.

    Args:
        edits: the attributions of the single edits, none of them NaN.
        table: the values of their coalitions.
        players: the numbers of the edits of each group; every edit is in one of them.
        method: the method that made the attributions.

    Raises:
        KeyError: the table lacks a union of the groups.
    """
    phi, scale, seed = edits["phi"].to_numpy(), edits["scale"].iloc[0], edits["seed"].iloc[0]
    merged = merge_players(table, players)
    result = method.attribute(merged, int(seed))
    size = score_size(merged.baseline, merged.score)
    sums = np.array([phi[members].sum() for members in players])
    agree = signs(sums, size, scale) == signs(result.phi, size, result.scale)
    return list(map(Group, sums.tolist(), result.phi.tolist(), agree.tolist()))
