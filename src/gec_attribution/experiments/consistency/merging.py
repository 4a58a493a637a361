"""Games whose players are groups of the edits of another game."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
import pandas as pd

from gec_attribution.attribution import Method
from gec_attribution.attribution.edit_tables import first_edits
from gec_attribution.games.coalitions import lattice_masks
from gec_attribution.games.values import ValueTable
from gec_attribution.statistics.signs import score_size, signs, signs_of


class SentenceAttributions(NamedTuple):
    """Attributions (n,) of a sentence's edits as single players, and their `signs` (n,).

    `scale` is the factor by which section 4.2 multiplied them, `seed` that of the method.
    """

    phi: np.ndarray
    signs: np.ndarray
    scale: float
    seed: int


class Group(NamedTuple):
    """Edits' summed attributions as single players, that as one player, and the signs of both."""

    single: float
    grouped: float
    single_sign: float
    grouped_sign: float


def merge_players(table: ValueTable, groups: Sequence[np.ndarray]) -> ValueTable:
    """The game whose players are groups of the players of `table`, by their numbers.

    Raises:
        KeyError: the table lacks a union of the groups.
    """
    masks = lattice_masks(len(groups))
    unions = np.zeros_like(masks)
    for player, members in enumerate(groups):
        union = np.bitwise_or.reduce(np.uint64(1) << members.astype(np.uint64))
        unions[masks >> np.uint64(player) & np.uint64(1) == 1] |= union
    return ValueTable(len(groups), masks, table.at(unions))


def by_sentence(
    attributions: pd.DataFrame,
) -> Iterator[tuple[tuple[str, int], SentenceAttributions]]:
    """The system and line of each sentence, and the attributions of its edits."""
    starts = first_edits(attributions)
    names = ("system", "line", "scale", "seed")
    firsts = (attributions[name].to_numpy()[starts].tolist() for name in names)
    by_edit = (attributions["phi"].to_numpy(), signs_of(attributions))
    phi, sign = (np.split(values, starts[1:]) for values in by_edit)
    # `np.split` gives one part even of an empty table, hence not strict.
    sentences = zip(*firsts, phi, sign, strict=False)
    for system, line, scale, seed, one_phi, one_sign in sentences:
        yield (system, line), SentenceAttributions(one_phi, one_sign, scale, seed)


def regroup(
    edits: SentenceAttributions, table: ValueTable, players: Sequence[np.ndarray], method: Method
) -> list[Group]:
    """Attribute each group of a sentence's edits as one player, by the method of the single edits.

    No attribution is NaN, and every edit is in one of the groups.

    Raises:
        KeyError: the table lacks a union of the groups.
    """
    merged = merge_players(table, players)
    result = method.attribute(merged, edits.seed)
    size = score_size(merged.baseline, merged.score)
    sums = np.array([edits.phi[members].sum() for members in players])
    both = (sums, edits.scale), (result.phi, result.scale)
    columns = (sums, result.phi, *(signs(phi, size, scale) for phi, scale in both))
    return list(map(Group, *(column.tolist() for column in columns)))
