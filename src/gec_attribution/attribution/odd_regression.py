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

import itertools
import math
from dataclasses import dataclass
from typing import Annotated, ClassVar, NamedTuple

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
    single_masks,
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
        """Number of pairs of complements that are scored beside the two ends."""
        return max((self.evaluations - 2) // 2, n)

    def _has_all(self, n: int) -> bool:
        return 2**n <= 2 * self._pairs(n) + 2


def _one_of_each_pair(n: int, pairs: int, seed: int) -> Masks:
    """The coalition with at most half of the players, of each sampled pair of complements."""
    counts = dict.fromkeys(range(1, n // 2 + 1), 0)
    counts[1] = n
    sizes = itertools.cycle(counts)
    while sum(counts.values()) < pairs:
        size = next(sizes)
        if counts[size] < existing_pairs(n, size):
            counts[size] += 1
    sampled = [sample_pairs(n, size, count, seed) for size, count in counts.items()]
    return np.concatenate(sampled)


def _regressed(table: ValueTable, masks: Masks) -> Estimate:
    """Mean and standard deviation of φ given the differences of `masks`, by the likeliest decay."""
    n = table.n
    complements = np.uint64(full_mask(n)) ^ masks
    differences = (table.at(masks) - table.at(complements)) / 2
    fits = [fitted(masks, differences, n, decay) for decay in DECAYS]
    likeliest = max(fits, key=lambda fit: fit.likelihood)
    # The differences are met but for rounding, and the grand coalition's is half of ΔM.
    rest = table.score - table.baseline - likeliest.phi.sum()
    phi = likeliest.phi + rest / n
    return Estimate(phi, likeliest.stderr, degrees=len(masks), exact=False)


class Fit(NamedTuple):
    """φ of a game under one decay.

    Attributes:
        likelihood: the log-likelihood of the differences, up to a constant.
        phi: (n,) their φ.
        stderr: (n,) its standard errors.
    """

    likelihood: float
    phi: Floats
    stderr: Floats


def fitted(masks: Masks, differences: Floats, n: int, decay: float) -> Fit:
    """φ of a game by the differences of some coalitions, for one decay.

    Args:
        masks: (m,) coalitions, of each pair of complements one.
        differences: (m,) half the value of each minus that of its complement.
        n: number of players.
        decay: how fast the variance of coefficients falls with the size of T.
    """
    from scipy.linalg import cho_factor, cho_solve  # which takes a while to import

    count = len(masks)
    covariances = _covariances(masks, n, decay)
    covariances += _JITTER * np.trace(covariances) / count * np.eye(count)
    factor = cho_factor(covariances, lower=True)
    weights = cho_solve(factor, differences)
    # The unit of the metric, a factor of all variances.
    unit = differences @ weights / count
    if unit <= 0:
        return Fit(-np.inf, np.zeros(n), np.zeros(n))
    half_log_determinant = np.log(np.diag(factor[0])).sum()
    likelihood = -count / 2 * math.log(unit) - half_log_determinant
    with_phi = _covariances_with_phi(masks, n, decay)
    explained = np.einsum("ms,sm->m", with_phi, cho_solve(factor, with_phi.T))
    left_open = np.maximum(_variance_of_phi(n, decay) - explained, 0)
    return Fit(likelihood, with_phi @ weights, np.sqrt(unit * left_open))


def _covariances(masks: Masks, n: int, decay: float) -> Floats:
    """Covariances of the differences of coalitions, Σ decay^(|T|−1) χ_T(S) χ_T(S'): (m, m)."""
    distances = np.arange(n + 1)
    product = (1 + decay) ** (n - distances) * (1 - decay) ** distances
    # The two products are Π (1 ± decay χ_i χ_i'); even sizes cancel in their difference.
    by_distance = (product - product[::-1]) / (2 * decay)
    distance = np.bitwise_count(masks[:, None] ^ masks).astype(np.int64)
    return by_distance[distance]


def _covariances_with_phi(masks: Masks, n: int, decay: float) -> Floats:
    """Covariances of φ_i and the differences, 2 Σ_{T∋i} decay^(|T|−1) χ_T(S) / |T|: (n, m)."""
    by_outside = np.empty(n)
    even = np.arange(0, n, 2)
    for outside in range(n):
        # Of the players beside i, Π (1 + r χ_j), whose coefficients count subsets by their size.
        inside = n - 1 - outside
        of_inside = [math.comb(inside, k) for k in range(inside + 1)]
        of_outside = [(-1) ** k * math.comb(outside, k) for k in range(outside + 1)]
        product = np.polynomial.polynomial.polymul(of_inside, of_outside)
        terms = product[even] * decay**even / (even + 1)
        by_outside[outside] = terms.sum()
    is_inside = (masks & single_masks(n)[:, None]) != 0
    sign = np.where(is_inside, 1, -1)
    all_outside = n - np.bitwise_count(masks).astype(np.int64)
    others_outside = np.where(is_inside, all_outside, all_outside - 1)
    return 2 * sign * by_outside[others_outside]


def _variance_of_phi(n: int, decay: float) -> float:
    """Variance of each φ_i before any difference is known, 4 Σ_{T∋i} decay^(|T|−1) / |T|²."""
    variance = 0.0
    for even in range(0, n, 2):
        variance += math.comb(n - 1, even) * decay**even / (even + 1) ** 2
    return 4 * variance
