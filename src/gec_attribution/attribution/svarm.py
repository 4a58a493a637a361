"""Stratified SVARM (Kolpaczki et al. 2024), which needs no marginal contributions.

The Shapley value of an edit is the mean over sizes of the mean value of the coalitions of that size
with the edit, less that of those without it, of one edit fewer ("Approximating the Shapley Value
without Marginal Contributions"). Every coalition is in a stratum of each edit, so that
one evaluation enters n means. The estimates of the edits need not sum to ΔM.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from gec_attribution.attribution.base import Estimate
from gec_attribution.attribution.options import BUDGETED
from gec_attribution.attribution.sampling import BudgetedMethod, allotted, joint_degrees
from gec_attribution.games.coalitions import Masks, end_masks, full_mask, sample_coalitions
from gec_attribution.games.values import ValueTable


@dataclass(frozen=True, kw_only=True)
class Svarm(BudgetedMethod):
    """Means of sampled coalitions by size and edit; sizes 0, 1, n - 1 and n are complete.

    Coalitions of one size are drawn without replacement, sizes as often as 1/s, s the smaller of
    the players inside and outside. A stratum that no coalition is in takes
    the mean of its size.
    """

    ENTRY = BUDGETED

    efficient: ClassVar[bool] = False

    def least_evaluations(self, n: int) -> int:
        """The complete sizes, and two coalitions of each other one."""
        return 4 * n

    def sampled(self, n: int, evaluations: int, seed: int) -> Masks:
        """The coalitions of all sizes."""
        return np.concatenate(list(self._by_size(n, evaluations, seed)))

    def estimate_sampled(self, table: ValueTable, evaluations: int, seed: int) -> Estimate:
        """Means of stratum means, with standard errors."""
        n = table.n
        phi, variances, degrees = np.zeros(n), [], []
        for size, masks in enumerate(self._by_size(n, evaluations, seed)):
            values = table.at(masks) - table.baseline
            inside = (masks[:, None] >> np.arange(n, dtype=np.uint64) & np.uint64(1)).astype(bool)
            for members, sign, every in (
                (inside, 1, math.comb(n - 1, size - 1) if size else 0),
                (~inside, -1, math.comb(n - 1, size)),
            ):
                if every == 0:
                    continue
                count = members.sum(axis=0)
                mean = np.where(count, values @ members / np.maximum(count, 1), values.mean())
                phi += sign * mean / n
                # One coalition says nothing of its stratum's spread; those of the size do.
                around = np.where(members, values[:, None] - mean, 0)
                free = np.maximum(count - 1, 1)
                spread = (around**2).sum(axis=0) / free
                spread = np.where(count > 1, spread, values.var())
                left = (1 - count / every) / np.maximum(count, 1)
                variances.append(spread * left / n**2)
                degrees.append(free)
        return Estimate(
            phi,
            np.sqrt(np.sum(variances, axis=0)),
            degrees=joint_degrees(np.array(variances), np.array(degrees)),
            exact=False,
        )

    def _by_size(self, n: int, evaluations: int, seed: int) -> Iterator[Masks]:
        """The sampled coalitions of 0, 1, … n players."""
        empty, full = end_masks(n)
        single = np.uint64(1) << np.arange(n, dtype=np.uint64)
        sizes = range(2, n - 1)
        counts = allotted(
            [math.comb(n, size) for size in sizes],
            [1 / min(size, n - size) for size in sizes],
            evaluations - 2 * n - 2,
        )
        yield np.array([empty])
        yield single
        for size, count in zip(sizes, counts.tolist(), strict=True):
            yield sample_coalitions(n, size, count, seed)
        yield np.uint64(full_mask(n)) ^ single
        yield np.array([full])
