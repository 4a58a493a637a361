"""Shapley values by weighted least squares: the line that fits a sample of coalitions best.

Shapley values are the slopes of the additive game that is closest to a game v, when a coalition S
of s players weighs (n−1) / (binom(n, s) s (n−s)) and both ends are met exactly (Charnes et al.
1988; Lundberg and Lee 2017). A coalition and its complement are sampled together, as Covert and Lee
do (2021, "Improving KernelSHAP"): what then enters is d(S) = v(S) − v(N∖S) alone. Shapley values
depend on nothing else, and interactions of two players have dropped out of it.

Here the pairs are a stratified sample: how many there are of each size is fixed by the method's
distribution of sizes rather than drawn from it, and pairs of one size are drawn without
replacement. To fit a line to a sample and sum it over all coalitions is what survey sampling calls
a generalised regression estimator; its error is that of the mean residuals of the strata, from
which standard errors follow (Särndal, Swensson and Wretman 1992, "Model Assisted Survey Sampling").
"""

import math
from abc import abstractmethod
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from gec_attribution.attribution.base import Estimate
from gec_attribution.attribution.sampling import BudgetedMethod, allotted, joint_degrees
from gec_attribution.games.coalitions import Masks, full_mask, sample_coalitions
from gec_attribution.games.values import ValueTable


class _Stratum(NamedTuple):
    """The pairs of a coalition of `size` players, at most half of them, and its complement.

    Attributes:
        size: players of the smaller coalition.
        pairs: how many such pairs there are.
        masks: (m,) one coalition of each sampled pair.
    """

    size: int
    pairs: int
    masks: Masks


@dataclass(frozen=True, kw_only=True)
class PairedRegression(BudgetedMethod):
    """Weighted least squares over pairs of complementary coalitions; sizes as a subclass says."""

    @abstractmethod
    def share(self, n: int, size: int) -> float:
        """In which proportion coalitions of `size` of `n` players are sampled."""

    def least_evaluations(self, n: int) -> int:
        """Two pairs for each number that is estimated."""
        return 4 * n + 2

    def sampled(self, n: int, evaluations: int, seed: int) -> Masks:
        """Coalitions and their complements."""
        masks = np.concatenate([part.masks for part in self._strata(n, evaluations, seed)])
        return np.concatenate([masks, full_mask(n) ^ masks])

    def estimate_sampled(self, table: ValueTable, evaluations: int, seed: int) -> Estimate:
        """The least-squares fit, with standard errors."""
        strata = self._strata(table.n, evaluations, seed)
        return _fitted(table, strata)

    def _strata(self, n: int, evaluations: int, seed: int) -> list[_Stratum]:
        sizes = range(1, n // 2 + 1)
        # Two coalitions of half the players make one pair.
        pairs = [math.comb(n, size) // (2 if 2 * size == n else 1) for size in sizes]
        shares = [self.share(n, size) / (2 if 2 * size == n else 1) for size in sizes]
        counts = allotted(pairs, shares, (evaluations - 2) // 2).tolist()
        return [
            _Stratum(size, most, _sample_pairs(n, size, count, seed))
            for size, most, count in zip(sizes, pairs, counts, strict=True)
        ]


def _sample_pairs(n: int, size: int, count: int, seed: int) -> Masks:
    """A coalition of each of `count` distinct pairs."""
    if 2 * size < n:
        return sample_coalitions(n, size, count, seed)
    if size == 1:
        return np.ones(count, dtype=np.uint64)
    # Of two halves take the one with player 0.
    others = sample_coalitions(n - 1, size - 1, count, seed)
    return others << np.uint64(1) | np.uint64(1)


def _fitted(table: ValueTable, strata: list[_Stratum]) -> Estimate:
    """The fit of d(S) = Σ_{i∈S} φ_i − Σ_{i∉S} φ_i whose φ sum to v(N) − v(∅)."""
    n = table.n
    masks = np.concatenate([part.masks for part in strata])
    sampled = np.array([len(part.masks) for part in strata])
    stratum = np.repeat(np.arange(len(strata)), sampled)
    # The weight of all coalitions of a size; a sampled pair stands for its part of them.
    total = np.array(
        [(0.5 if 2 * part.size == n else 1) / (part.size * (n - part.size)) for part in strata]
    )
    weights = (total / sampled)[stratum]
    inside = (masks[:, None] >> np.arange(n, dtype=np.uint64) & np.uint64(1)).astype(bool)
    signs = np.where(inside, 1.0, -1.0)
    equal = (table.score - table.baseline) / n
    # What equal parts leave is divided by coefficients that sum to zero.
    left = table.at(masks) - table.at(np.uint64(full_mask(n)) ^ masks) - equal * signs.sum(axis=1)
    centred = signs - signs.mean(axis=1, keepdims=True)
    # The coefficients sum to zero, so one eigenvalue is zero, which rounding hides from `pinv`.
    inverse = np.linalg.pinv((centred.T * weights) @ centred, rcond=1e-10, hermitian=True)
    coefficients = inverse @ (centred.T @ (weights * left))
    residuals = left - centred @ coefficients
    # A fit comes closer to a value the more it depends on it (MacKinnon and White 1985, HC2).
    leverage = weights * np.einsum("si,ij,sj->s", centred, inverse, centred)
    residuals /= np.sqrt(np.maximum(1 - leverage, 1e-9))
    influence = (centred @ inverse) * residuals[:, None]
    variances, degrees = [], []
    for number, part in enumerate(strata):
        count = len(part.masks)
        if count < part.pairs:
            spread = influence[stratum == number].var(axis=0, ddof=1)
            variances.append(total[number] ** 2 * (1 - count / part.pairs) / count * spread)
            degrees.append(count - 1)
    return Estimate(
        equal + coefficients - coefficients.mean(),
        np.sqrt(np.sum(variances, axis=0)),
        degrees=joint_degrees(np.array(variances), np.array(degrees)[:, None]),
        exact=False,
    )
