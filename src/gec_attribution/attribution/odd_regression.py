"""Shapley values from a regression of the odd part of a game.

The odd part of a game v is d(S) = (v(S) − v(N∖S)) / 2. Shapley values depend on it alone (Fumagalli
et al. 2026, "An Odd Estimator for Shapley Values"), so a coalition is always scored with its
complement. Written with χ_T(S) = Π_{i∈T} ±1, which is +1 for a player in S and −1 for another one,

    d(S) = Σ c_T χ_T(S)  over the subsets T of odd size,    φ_i = 2 Σ_{T∋i} c_T / |T|.

Edits mostly add up: what three of them do together weighs less than what each does, and what five
do, less again. So the coefficients c_T are taken as independent normal variables whose variance is
decay^(|T|−1). The estimate is their mean given all sampled differences, which it meets exactly, and
the standard error is what their variance leaves open. The decay is the one under which the
differences are likeliest (Rasmussen and Williams 2006, section 5.4.1). Sums over T are never
written out: the covariance of two differences depends on the number of players that are in one of
the two coalitions alone.

The sample has every coalition of one player, and of each other size the same number until it is
exhausted, by the argument of Musco and Witter (2024, "Provably Accurate Shapley Value Estimation"):
the leverage of a coalition of s of n players is 1 / binom(n, s).

The budget counts evaluations, the values computed by a metric: they are the cost of an estimate.
"""

import math
from dataclasses import dataclass
from typing import Annotated, ClassVar

import numpy as np
from numpy.typing import NDArray
from pydantic import Field

from gec_attribution.attribution.base import Estimate, Method
from gec_attribution.attribution.shapley import shapley_values
from gec_attribution.games.coalitions import (
    Masks,
    existing_pairs,
    full_mask,
    lattice_masks,
    sample_pairs,
)
from gec_attribution.games.values import ValueTable

Floats = NDArray[np.float64]

DECAYS = (0.0001, 0.003, 0.01, 0.03, 0.1, 0.3)
"""Decays that are tried: standard deviations of c_T of three players over those of one player."""
# Added to variances, relative to their mean, so that rounding cannot make one negative.
_JITTER = 1e-9


@dataclass(frozen=True, kw_only=True)
class OddRegression(Method):
    """The mean of all games with the sampled values, nearly additive ones being the likeliest.

    Attributes:
        evaluations: the most distinct coalitions in the sample, both ends included; a game
            of n edits gets at least the 2n + 2 of no edit, one, all but one and all. All 2^n are
            taken, and the values are exact, where they are not more than that.
    """

    evaluations: Annotated[
        int,
        Field(
            ge=8,
            description="Most subsets of a sentence's edits that are scored; at least 2N + 2 for N "
            "edits.",
        ),
    ] = 512

    efficient: ClassVar[bool] = True

    def coalitions(self, n: int, seed: int) -> Masks:
        """All coalitions where they are few enough, else pairs of complements."""
        if self._has_all(n):
            return lattice_masks(n)
        masks = _one_of_each_pair(n, self._pairs(n), seed)
        return np.concatenate([masks, full_mask(n) ^ masks])

    def estimate(self, table: ValueTable, seed: int) -> Estimate:
        """Equation 2 where all coalitions are there, else the regression."""
        n = table.n
        if self._has_all(n):
            return Estimate(shapley_values(table.at(lattice_masks(n))), np.zeros(n))
        masks = _one_of_each_pair(n, self._pairs(n), seed)
        return _regressed(table, np.append(masks, np.uint64(full_mask(n))))

    def _pairs(self, n: int) -> int:
        """How many pairs of complements are scored beside the two ends."""
        return max((self.evaluations - 2) // 2, n)

    def _has_all(self, n: int) -> bool:
        return 2**n <= 2 * self._pairs(n) + 2


def _one_of_each_pair(n: int, pairs: int, seed: int) -> Masks:
    """A coalition of each of so many pairs of complements, with at most half of the players."""
    existing = {size: existing_pairs(n, size) for size in range(1, n // 2 + 1)}
    counts = dict.fromkeys(existing, 0)
    counts[1] = n
    left = pairs - n
    while left > 0:
        for size, most in existing.items():
            if counts[size] < most and left > 0:
                counts[size] += 1
                left -= 1
    return np.concatenate([sample_pairs(n, size, count, seed) for size, count in counts.items()])


def _regressed(table: ValueTable, masks: Masks) -> Estimate:
    """Mean and standard deviation of φ given the differences of `masks`, by the likeliest decay."""
    n = table.n
    complements = np.uint64(full_mask(n)) ^ masks
    differences = (table.at(masks) - table.at(complements)) / 2
    fits = [fitted(masks, differences, n, decay) for decay in DECAYS]
    _, phi, stderr = max(fits, key=lambda fit: fit[0])
    # The differences are met but for rounding, and the grand coalition's is half of ΔM.
    phi += (table.score - table.baseline - phi.sum()) / n
    return Estimate(phi, stderr, degrees=len(masks), exact=False)


def fitted(masks: Masks, differences: Floats, n: int, decay: float) -> tuple[float, Floats, Floats]:
    """φ of a game by the differences of some coalitions, for one decay.

    Args:
        masks: (m,) coalitions, of each pair of complements one.
        differences: (m,) half the value of each minus that of its complement.
        n: number of players.
        decay: how fast the variance of coefficients falls with the size of T.

    Returns:
        The log-likelihood of the differences up to a constant; φ, (n,); its standard errors, (n,).
    """
    from scipy.linalg import cho_factor, cho_solve  # which takes a while to import

    covariances = _covariances(masks, n, decay)
    covariances += _JITTER * np.trace(covariances) / len(masks) * np.eye(len(masks))
    factor = cho_factor(covariances, lower=True)
    weights = cho_solve(factor, differences)
    # The unit of the metric, a factor of all variances.
    unit = differences @ weights / len(masks)
    if unit <= 0:
        return -np.inf, np.zeros(n), np.zeros(n)
    half_log_determinant = np.log(np.diag(factor[0])).sum()
    likelihood = -len(masks) / 2 * math.log(unit) - half_log_determinant
    with_phi = _covariances_with_phi(masks, n, decay)
    explained = np.einsum("ms,sm->m", with_phi, cho_solve(factor, with_phi.T))
    variances = np.maximum(_variance_of_phi(n, decay) - explained, 0)
    return likelihood, with_phi @ weights, np.sqrt(unit * variances)


def _covariances(masks: Masks, n: int, decay: float) -> Floats:
    """Covariances of the differences of coalitions, Σ decay^(|T|−1) χ_T(S) χ_T(S'): (m, m)."""
    apart = np.bitwise_count(masks[:, None] ^ masks).astype(np.int64)
    differing = np.arange(n + 1)
    over = (1 + decay) ** (n - differing) * (1 - decay) ** differing
    # Even sizes leave in the difference of the two products, which are Π (1 ± decay χ_i χ_i').
    by_distance = (over - over[::-1]) / (2 * decay)
    return by_distance[apart]


def _covariances_with_phi(masks: Masks, n: int, decay: float) -> Floats:
    """Covariances of φ_i and the differences, 2 Σ_{T∋i} decay^(|T|−1) χ_T(S) / |T|: (n, m)."""
    by_outside = np.empty(n)
    even = np.arange(0, n, 2)
    for outside in range(n):
        # Of the players beside i, Π (1 + r χ_j), whose coefficients count subsets by their size.
        product = np.polynomial.polynomial.polymul(
            [math.comb(n - 1 - outside, k) for k in range(n - outside)],
            [(-1) ** k * math.comb(outside, k) for k in range(outside + 1)],
        )
        by_outside[outside] = (product[even] * decay**even / (even + 1)).sum()
    players = np.arange(n, dtype=np.uint64)[:, None]
    is_inside = (masks >> players & np.uint64(1)).astype(bool)
    all_outside = n - np.bitwise_count(masks).astype(np.int64)
    others_outside = np.where(is_inside, all_outside, all_outside - 1)
    return 2 * np.where(is_inside, 1, -1) * by_outside[others_outside]


def _variance_of_phi(n: int, decay: float) -> float:
    """Variance of each φ_i before any difference is known, 4 Σ_{T∋i} decay^(|T|−1) / |T|²."""
    even = range(0, n, 2)
    return 4 * sum(math.comb(n - 1, k) * decay**k / (k + 1) ** 2 for k in even)
