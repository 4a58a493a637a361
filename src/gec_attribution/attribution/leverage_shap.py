"""Leverage SHAP (Musco and Witter 2024, "Provably Accurate Shapley Value Estimation").

Shapley values are the slopes of the additive game that is closest to a game v, when a coalition S
of s players weighs (n−1) / (binom(n, s) s (n−s)) and both ends are met exactly (Charnes et al.
1988; Lundberg and Lee 2017). Weighted least squares therefore estimates them, from a sample with
each coalition as frequent as its leverage in the regression. A coalition and its complement are
sampled together, as Covert and Lee do (2021, "Improving KernelSHAP"), so that only their difference
d(S) = v(S) − v(N∖S) enters. Shapley values depend on nothing else, and interactions of two players
drop out of the difference.

Here the pairs are a stratified sample: the number of each size is fixed rather than drawn, and
pairs of one size are drawn without replacement. A line fitted to a sample and summed over all
coalitions is a generalised regression estimator in survey sampling. Its error is the error of the
strata's mean residuals, and gives the standard errors (Särndal, Swensson and Wretman 1992, "Model
Assisted Survey Sampling").

The budget counts evaluations, the values computed by a metric: they are the cost of an estimate.
"""

import math
from dataclasses import dataclass
from typing import Annotated, ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray
from pydantic import Field

from gec_attribution.attribution.base import Estimate, Method
from gec_attribution.attribution.shapley import shapley_values
from gec_attribution.games.coalitions import Masks, full_mask, lattice_masks, sample_coalitions
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
class LeverageShap(Method):
    """Weighted least squares over pairs of complementary coalitions, sampled by leverage.

    Attributes:
        evaluations: the most distinct coalitions in the sample, both ends included; a game
            of n edits gets at least two pairs for each number that is estimated, 4n + 2. All 2^n
            are taken, and the values are exact, where they are not more than that.
    """

    evaluations: Annotated[
        int,
        Field(
            ge=8,
            description="Most subsets of a sentence's edits that are scored; at least 4N + 2 for N "
            "edits.",
        ),
    ] = 512

    efficient: ClassVar[bool] = True

    def coalitions(self, n: int, seed: int) -> Masks:
        """All coalitions where they are few enough, else pairs of complements."""
        size = self._size(n)
        if 1 << n <= size:
            return lattice_masks(n)
        masks = np.concatenate([part.masks for part in _strata(n, size, seed)])
        return np.concatenate([masks, full_mask(n) ^ masks])

    def estimate(self, table: ValueTable, seed: int) -> Estimate:
        """Equation 2 where all coalitions are there, else the fit with standard errors."""
        size = self._size(table.n)
        if 1 << table.n <= size:
            return Estimate(shapley_values(table.at(lattice_masks(table.n))), np.zeros(table.n))
        return _fitted(table, _strata(table.n, size, seed))

    def _size(self, n: int) -> int:
        return max(self.evaluations, 4 * n + 2)


def _strata(n: int, evaluations: int, seed: int) -> list[_Stratum]:
    """A sample of that many coalitions of `n` players, of all sizes but 0 and `n`.

    The leverage of a coalition of s of n players is 1 / binom(n, s), as is shown in the paper, so
    that each size is sampled as often as any other until all of its coalitions are.
    """
    sizes = range(1, n // 2 + 1)
    shares = [1.0] * len(sizes)
    pairs = [math.comb(n, size) for size in sizes]
    if n % 2 == 0:
        # Two coalitions of half the players make one pair.
        shares[-1] = 0.5
        pairs[-1] //= 2
    counts = allotted(pairs, shares, (evaluations - 2) // 2).tolist()
    strata = []
    for size, most, count in zip(sizes, pairs, counts, strict=True):
        strata.append(_Stratum(size, most, _sample_pairs(n, size, count, seed)))
    return strata


def _sample_pairs(n: int, size: int, count: int, seed: int) -> Masks:
    """A coalition of each of `count` distinct pairs."""
    if 2 * size < n:
        return sample_coalitions(n, size, count, seed)
    # A pair of two halves is counted once, by the half with player 0.
    other_players = sample_coalitions(n - 1, size - 1, count, seed)
    return other_players << np.uint64(1) | np.uint64(1)


def _fitted(table: ValueTable, strata: list[_Stratum]) -> Estimate:
    """The fit of d(S) = Σ_{i∈S} φ_i − Σ_{i∉S} φ_i whose φ sum to v(N) − v(∅)."""
    n = table.n
    masks = np.concatenate([part.masks for part in strata])
    sampled = np.array([len(part.masks) for part in strata])
    stratum = np.repeat(np.arange(len(strata)), sampled)
    # The weight of all coalitions of a size, shared by the sampled pairs of that size.
    sizes = np.array([part.size for part in strata])
    total = np.where(2 * sizes == n, 0.5, 1) / (sizes * (n - sizes))
    weights = (total / sampled)[stratum]
    bits = masks[:, None] >> np.arange(n, dtype=np.uint64)
    signs = np.where(bits & np.uint64(1), 1.0, -1.0)
    equal = (table.score - table.baseline) / n
    # Beyond equal parts, the rest is divided by coefficients that sum to zero.
    complements = np.uint64(full_mask(n)) ^ masks
    differences = table.at(masks) - table.at(complements)
    left = differences - equal * signs.sum(axis=1)
    centred = signs - signs.mean(axis=1, keepdims=True)
    # The coefficients sum to zero, so one eigenvalue is zero, which rounding hides from `pinv`.
    inverse = np.linalg.pinv((centred.T * weights) @ centred, rcond=1e-10, hermitian=True)
    coefficients = inverse @ (centred.T @ (weights * left))
    residuals = left - centred @ coefficients
    # A value with more leverage pulls the fit closer to itself (MacKinnon and White 1985, HC2).
    leverage = weights * np.einsum("si,ij,sj->s", centred, inverse, centred)
    residuals /= np.sqrt(np.maximum(1 - leverage, 1e-9))
    influence = (centred @ inverse) * residuals[:, None]
    variances = []
    degrees = []
    for number, part in enumerate(strata):
        count = len(part.masks)
        if count < part.pairs:
            spread = influence[stratum == number].var(axis=0, ddof=1)
            not_sampled = 1 - count / part.pairs
            variances.append(total[number] ** 2 * not_sampled / count * spread)
            degrees.append(count - 1)
    return Estimate(
        equal + coefficients - coefficients.mean(),
        np.sqrt(np.sum(variances, axis=0)),
        degrees=_joint_degrees(np.array(variances), np.array(degrees)[:, None]),
        exact=False,
    )


def allotted(capacities: list[int], shares: list[float], total: int) -> NDArray[np.int64]:
    """Numbers of each stratum in a sample of `total`: two of each, the rest by shares.

    The rest is divided as seats are by the method of Sainte-Laguë, so that no stratum gets fewer in
    a larger sample; one whose capacity is exhausted leaves its part to the others.
    """
    stratum = []
    quotient = []
    for number, (capacity, share) in enumerate(zip(capacities, shares, strict=True)):
        rank = np.arange(min(capacity, total))
        stratum.append(np.full(len(rank), number))
        quotient.append(np.where(rank < 2, 0, (rank + 0.5) / share))
    order = np.argsort(np.concatenate(quotient), kind="stable")[:total]
    return np.bincount(np.concatenate(stratum)[order], minlength=len(capacities))


def _joint_degrees(variances: NDArray[np.float64], degrees: NDArray) -> NDArray[np.float64]:
    """Degrees of freedom of sums of independent variances (Satterthwaite 1946): (n,), at least 1.

    The K strata have (K, n) variances and (K, 1) degrees of freedom. Infinite where none varies.
    """
    squares = (variances**2 / degrees).sum(axis=0)
    varies = squares > 0
    whole = variances.sum(axis=0) ** 2
    return np.where(varies, whole / np.where(varies, squares, 1), np.inf).clip(min=1)
