"""The sampling of the authors' code, whose T permutations are T times the same one.

It appends one list, shuffled in place, T times, so all its samples are the last shuffle: a mean
over a single order. It is here to reproduce the errors in Table 2 of the paper, not for use.
"""

import math
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from gec_attribution.attribution.base import Estimate, Method
from gec_attribution.attribution.shapley_sampling import sampled_masks, sampled_shapley_values
from gec_attribution.games.values import ValueTable
from gec_attribution.plugins.options import Entry, at_least


@dataclass(frozen=True, kw_only=True)
class OfficialSampling(Method):
    """One order of the edits; all N! of them where that is at most `permutations`."""

    ENTRY = Entry(
        options={
            "permutations": at_least(
                1,
                15,
                "Edits whose N! orders are no more than this are attributed exactly, others from "
                "one order.",
            )
        }
    )

    permutations: int = 15

    efficient: ClassVar[bool] = True

    def coalitions(self, n: int, seed: int) -> np.ndarray:
        """The prefixes of the order."""
        return sampled_masks(n, self._distinct(n), seed)

    def estimate(self, table: ValueTable, seed: int) -> Estimate:
        """Equation 4 over the order."""
        return sampled_shapley_values(table, self._distinct(table.n), seed)

    def _distinct(self, n: int) -> int:
        orders = math.factorial(n)
        return orders if orders <= self.permutations else 1
