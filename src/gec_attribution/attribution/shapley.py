"""Shapley values (Shapley 1953), equation 2 of the paper, from the complete value table."""

import functools
import math
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from gec_attribution.attribution.base import Estimate, Method
from gec_attribution.attribution.shapley_sampling import sampled_masks, sampled_shapley_values
from gec_attribution.games.coalitions import lattice_masks
from gec_attribution.games.values import ValueTable


@dataclass(frozen=True, kw_only=True)
class Shapley(Method):
    """Exact Shapley values up to `max_edits` edits, sampled ones from `permutations` above."""

    permutations: int = 64

    efficient: ClassVar[bool] = True

    def coalitions(self, n: int, seed: int) -> np.ndarray:
        """All subsets, or the prefixes of the sampled permutations."""
        if n <= self.max_edits:
            return lattice_masks(n)
        return sampled_masks(n, self.permutations, seed)

    def estimate(self, table: ValueTable, seed: int) -> Estimate:
        """Equation 2, or equation 4 over a sample."""
        if table.n <= self.max_edits:
            return Estimate(shapley_values(table.dense), np.zeros(table.n))
        return sampled_shapley_values(table, self.permutations, seed)


def shapley_values(values: np.ndarray) -> np.ndarray:
    """Shapley values of a game.

    Args:
        values: (2^n,) value of each coalition; bit k of the index says whether player k is in it.

    Returns:
        (n,) Shapley values. A player that never changes the value gets exactly 0.
    """
    n = len(values).bit_length() - 1
    phi = np.empty(n)
    for player in range(n):
        # Pairs of coalitions without and with the player; the others' bits run over both outer axes
        # in ascending order, as in `_weights`.
        pairs = values.reshape(-1, 2, 2**player)
        marginals = pairs[:, 1, :] - pairs[:, 0, :]
        phi[player] = np.sum(_weights(n) * marginals.ravel())
    return phi


@functools.cache
def _weights(n: int) -> np.ndarray:
    """|E|!(n-|E|-1)!/n! for each coalition E of n - 1 players, as (2^(n-1),)."""
    by_size = np.array([1 / (n * math.comb(n - 1, size)) for size in range(n)])
    return by_size[np.bitwise_count(np.arange(2 ** (n - 1)))]
