"""Sampled permutations, each with its reverse (Mitchell et al. 2022, who build on it).

In the reverse of an order an edit comes after all those that it came before. What two edits bring
about only together is earned by one of them in the order and by the other in its reverse, so that
interactions of two edits cause no error.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gec_attribution.attribution.options import BUDGETED
from gec_attribution.attribution.sampling import BlockedOrders


@dataclass(frozen=True, kw_only=True)
class AntitheticSampling(BlockedOrders):
    """Means over pairs of an order and its reverse."""

    ENTRY = BUDGETED

    def least_evaluations(self, n: int) -> int:
        """Two pairs of orders, apart from their ends."""
        return 4 * (n - 1) + 2

    def block(
        self,
        n: int,
        evaluations: int,  # noqa: ARG002
        generator: np.random.Generator,
    ) -> NDArray[np.int64]:
        """A random order and its reverse."""
        order = generator.permutation(n)
        return np.array([order, order[::-1]])
