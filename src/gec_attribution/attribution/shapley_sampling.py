"""Shapley sampling values (Štrumbelj and Kononenko 2010): equation 4 over sampled permutations."""

import math
from dataclasses import dataclass
from typing import Annotated, ClassVar

import numpy as np
from pydantic import Field

from gec_attribution.attribution.base import Estimate, Method
from gec_attribution.games.coalitions import prefix_masks, sample_permutations
from gec_attribution.games.values import ValueTable


@dataclass(frozen=True, kw_only=True)
class ShapleySampling(Method):
    """Means over `permutations` distinct orders of the edits; over all N! if they are fewer."""

    permutations: Annotated[int, Field(ge=1, description="Sampled permutations T.")] = (
        64
    )

    efficient: ClassVar[bool] = True

    def coalitions(self, n: int, seed: int) -> np.ndarray:
        """The prefixes of the sampled permutations."""
        return prefix_masks(sample_permutations(n, self.permutations, seed)).ravel()

    def estimate(self, table: ValueTable, seed: int) -> Estimate:
        """Equation 4: mean contributions over distinct permutations, each equally likely.

        The standard error is that of a mean of a sample without replacement from the N! orders: it
        has the finite population correction, so it is 0 where all orders were taken, and NaN for a
        single order, which says nothing about its spread.
        """
        orders = sample_permutations(table.n, self.permutations, seed)
        taken = len(orders)
        total = math.factorial(table.n)
        # What each player adds to those before it; column k is player k.
        steps = np.diff(table.at(prefix_masks(orders)), axis=1)
        contributions = np.empty_like(steps)
        np.put_along_axis(contributions, orders, steps, axis=1)
        phi = contributions.mean(axis=0)
        if taken == total:
            return Estimate(phi, np.zeros(table.n))
        if taken == 1:
            return Estimate(phi, np.full(table.n, np.nan), exact=False)
        unseen = 1 - taken / total
        stderr = contributions.std(axis=0, ddof=1) * math.sqrt(unseen / taken)
        return Estimate(phi, stderr, degrees=taken - 1, exact=False)
