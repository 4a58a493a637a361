"""Sub: what the hypothesis loses without each edit (section 4.2).

Unscaled it is the impact from which IMPARA's training data are made (Maeda et al. 2022), for any
metric.
"""

from dataclasses import dataclass

import numpy as np

from gec_attribution.attribution.add import Rescale, differences
from gec_attribution.attribution.base import Estimate, Method
from gec_attribution.games.coalitions import full_mask, single_masks
from gec_attribution.games.values import ValueTable


@dataclass(frozen=True, kw_only=True)
class Sub(Method):
    """M(H) - M(H without edit i), rescaled to sum to ΔM unless `rescale` is false."""

    rescale: Rescale = True

    def coalitions(self, n: int, seed: int) -> np.ndarray:  # noqa: ARG002
        """All edits but one."""
        return all_but_one(n)

    def estimate(self, table: ValueTable, seed: int) -> Estimate:  # noqa: ARG002
        """Equation 2 with the coalition of all other edits only."""
        without_edit = table.at(all_but_one(table.n))
        with_edit = np.broadcast_to(table.score, without_edit.shape)
        return differences(table, with_edit, without_edit, self.rescale)


def all_but_one(n: int) -> np.ndarray:
    """The mask of all edits but edit k, for each k: (n,) uint64."""
    return np.uint64(full_mask(n)) ^ single_masks(n)
