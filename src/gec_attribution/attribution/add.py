"""Add: the effect of each edit on its own, applied to the source (section 4.2).

Unscaled it is the quantity behind PT-M2 (Gong et al. 2022), for any metric.
"""

from dataclasses import dataclass
from typing import Annotated

import numpy as np
from pydantic import Field

from gec_attribution.attribution.base import Estimate, Method
from gec_attribution.games.coalitions import single_masks
from gec_attribution.games.values import ValueTable

Rescale = Annotated[
    bool,
    Field(
        description="Rescale so that the attributions sum to ΔM (paper, section 4.2)."
    ),
]


@dataclass(frozen=True, kw_only=True)
class Add(Method):
    """M(S with edit i) - M(S), rescaled to sum to ΔM unless `rescale` is false."""

    rescale: Rescale = True

    def coalitions(self, n: int, seed: int) -> np.ndarray:  # noqa: ARG002
        """The single edits."""
        return single_masks(n)

    def estimate(self, table: ValueTable, seed: int) -> Estimate:  # noqa: ARG002
        """Equation 2 with the empty coalition only."""
        with_edit = table.at(single_masks(table.n))
        without_edit = np.broadcast_to(table.at(0), with_edit.shape)
        return differences(table, with_edit, without_edit, self.rescale)


def differences(
    table: ValueTable, with_edit: np.ndarray, without_edit: np.ndarray, rescale: bool
) -> Estimate:
    """Differences of values, one per edit, rescaled to sum to ΔM where `rescale` is true.

    Where the differences sum to zero no factor makes them sum to ΔM; the attributions are then all
    zero, as in the authors' code, and so is `scale`.
    """
    raw = with_edit - without_edit
    scale = 1.0
    if rescale:
        total = raw.sum()
        # Differences of scores cancel up to rounding; dividing by the rest would amplify the noise.
        sizes = np.abs(with_edit) + np.abs(without_edit)
        rounding = np.finfo(float).eps * sizes.sum()
        scale = 0.0
        if abs(total) > rounding:
            scale = float((table.score - table.baseline) / total)
    # Adding 0 turns a negative zero into a zero.
    return Estimate(scale * raw + 0.0, np.zeros(table.n), scale=scale)
