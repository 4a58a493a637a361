"""Add-Sub: the mean of an edit's gain alone and the hypothesis' loss without it.

Add-Sub equals the Shapley value where interactions are of at most two edits: the first and the last
marginal contribution then have the mean of all orders (PS-games of Kar, Mitra and Mutuswami 2009).
"""

from dataclasses import dataclass

import numpy as np

from gec_attribution.attribution.base import Estimate, Method
from gec_attribution.attribution.sub import all_but_one
from gec_attribution.games.coalitions import Masks, single_masks
from gec_attribution.games.values import ValueTable


@dataclass(frozen=True, kw_only=True)
class AddSub(Method):
    """The mean of Add and Sub, neither rescaled: an estimate of Shapley values from 2N + 2 scores.

    Nothing is sampled, so its error is the same with every seed, and it has no standard error.
    """

    def coalitions(self, n: int, seed: int) -> Masks:  # noqa: ARG002
        """The single edits, and all edits but one."""
        return np.union1d(single_masks(n), all_but_one(n))

    def estimate(self, table: ValueTable, seed: int) -> Estimate:  # noqa: ARG002
        """Equation 2 with the empty coalition and that of all other edits, equally weighted."""
        n = table.n
        first = table.at(single_masks(n)) - table.baseline
        last = table.score - table.at(all_but_one(n))
        phi = (first + last) / 2
        if n <= 2:
            return Estimate(phi, np.zeros(n))
        return Estimate(phi, np.full(n, np.nan), exact=False)
