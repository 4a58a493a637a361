"""Permutations from orthogonal directions (Mitchell et al. 2022).

In "Sampling Permutations for Shapley Value Estimation" the ranks of the coordinates of a random
direction are a random permutation. Directions at right angles lead to orders that have less in
common than those of independent ones; the opposite direction leads to the reverse order.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gec_attribution.attribution.options import BUDGETED
from gec_attribution.attribution.sampling import BlockedOrders


@dataclass(frozen=True, kw_only=True)
class OrthogonalSampling(BlockedOrders):
    """Means over blocks of up to n - 1 orthogonal directions and their opposites."""

    ENTRY = BUDGETED

    def least_evaluations(self, n: int) -> int:
        """Two blocks of one direction each, apart from their ends."""
        return 4 * (n - 1) + 2

    def block(self, n: int, evaluations: int, generator: np.random.Generator) -> NDArray[np.int64]:
        """The orders of orthogonal directions; so many of them that four blocks fit the budget."""
        directions = max(1, min(n - 1, (evaluations - 2) // (8 * (n - 1))))
        # Only directions whose coordinates sum to 0 differ in their order.
        gaussian = generator.standard_normal((n, directions))
        rotated, _ = np.linalg.qr(gaussian - gaussian.mean(axis=0))
        orders = np.argsort(rotated.T, axis=1)
        return np.concatenate([orders, orders[:, ::-1]])
