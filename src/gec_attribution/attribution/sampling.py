"""What the estimators of Shapley values share: samples that grow, and budgets in evaluations.

An evaluation is one value that a metric has to give, and what an estimate costs; a permutation of n
edits passes through up to n - 1 coalitions that others may pass through too.
"""

from abc import abstractmethod
from dataclasses import dataclass, replace
from typing import ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from gec_attribution.attribution.base import Estimate, Method
from gec_attribution.attribution.shapley import shapley_values
from gec_attribution.errors import ConfigError
from gec_attribution.games.coalitions import Masks, end_masks, lattice_masks, prefix_masks
from gec_attribution.games.game import Asking
from gec_attribution.games.values import ValueTable

# A tolerance makes no sample larger than this, except a first one.
MOST_EVALUATIONS = 2**16


@dataclass(frozen=True, kw_only=True)
class SampledMethod(Method):
    """An estimator of Shapley values from a sample that can be enlarged until it is sure enough.

    Attributes:
        tolerance: ε in (0, 1); the sample is doubled until half the width of each edit's 95 %
            interval is at most ε of Σ|φ|, or it would have more than `MOST_EVALUATIONS`
            evaluations. None takes the first sample, whatever its error.
    """

    tolerance: float | None = None

    efficient: ClassVar[bool] = True

    @abstractmethod
    def first_size(self, n: int) -> int:
        """The size of the first sample of a game of `n` edits, in the method's own unit."""

    @abstractmethod
    def drawn(self, n: int, size: int, seed: int) -> Masks:
        """The coalitions of a sample; repeats allowed."""

    @abstractmethod
    def estimate_from(self, table: ValueTable, size: int, seed: int) -> Estimate:
        """The estimate from a sample of that size."""

    def coalitions(self, n: int, seed: int) -> Masks:
        """Those of the first sample."""
        return self.drawn(n, self.first_size(n), seed)

    def estimate(self, table: ValueTable, seed: int) -> Estimate:
        """From the first sample."""
        return self.estimate_from(table, self.first_size(table.n), seed)

    def rounds(self, n: int, seed: int) -> Asking[Estimate]:
        """Ask for a sample; then for twice as large ones, where there is a tolerance."""
        size = self.first_size(n)
        masks = self.drawn(n, size, seed)
        while True:
            table = yield masks
            found = self.estimate_from(table, size, seed)
            if found.exact or self.tolerance is None or self._is_sure(found):
                return found
            size *= 2
            masks = self.drawn(n, size, seed)
            if len(np.unique(masks)) > MOST_EVALUATIONS:
                return found

    def with_tolerance(self, tolerance: float) -> Self:
        """This method with another tolerance."""
        if not 0 < tolerance < 1:
            raise ConfigError(f"tolerance: found {tolerance}; it must be above 0 and below 1")
        return replace(self, tolerance=tolerance)

    def _is_sure(self, found: Estimate) -> bool:
        allowed = self.tolerance * np.abs(found.phi).sum()
        return bool((found.half_width <= allowed).all())


@dataclass(frozen=True, kw_only=True)
class BudgetedMethod(SampledMethod):
    """An estimator whose samples are as large as a number of evaluations allows.

    Attributes:
        evaluations: the most distinct coalitions in the first sample, both ends included; a game
            of n edits gets at least `least_evaluations(n)`. All 2^n are taken, and the values are
            exact, where they are not more than that.
    """

    evaluations: int = 512

    @abstractmethod
    def least_evaluations(self, n: int) -> int:
        """The fewest evaluations with which the estimator works."""

    @abstractmethod
    def sampled(self, n: int, evaluations: int, seed: int) -> Masks:
        """The coalitions of a sample, of fewer than all; the ends need not be among them."""

    @abstractmethod
    def estimate_sampled(self, table: ValueTable, evaluations: int, seed: int) -> Estimate:
        """The estimate from that sample."""

    def first_size(self, n: int) -> int:
        """The evaluations of the first round."""
        return max(self.evaluations, self.least_evaluations(n))

    def drawn(self, n: int, size: int, seed: int) -> Masks:
        """All coalitions where `size` allows, else a sample of them with both ends."""
        if 1 << n <= size:
            return lattice_masks(n)
        return np.concatenate([end_masks(n), self.sampled(n, size, seed)])

    def estimate_from(self, table: ValueTable, size: int, seed: int) -> Estimate:
        """Equation 2 where all coalitions are there, else the estimator's own."""
        if 1 << table.n <= size:
            return Estimate(shapley_values(table.at(lattice_masks(table.n))), np.zeros(table.n))
        return self.estimate_sampled(table, size, seed)


@dataclass(frozen=True, kw_only=True)
class BlockedOrders(BudgetedMethod):
    """Means over blocks of permutations, independent of each other, that are dependent inside.

    The standard error is that of the mean of the blocks' means.
    """

    @abstractmethod
    def block(self, n: int, evaluations: int, generator: np.random.Generator) -> NDArray[np.int64]:
        """One block of permutations of 0..n-1: (T, n), each order as likely as any other."""

    def sampled(self, n: int, evaluations: int, seed: int) -> Masks:
        """The coalitions that the blocks pass through."""
        return np.concatenate(
            [prefix_masks(orders).ravel() for orders in self._blocks(n, evaluations, seed)]
        )

    def estimate_sampled(self, table: ValueTable, evaluations: int, seed: int) -> Estimate:
        """The mean of the blocks, with standard errors."""
        blocks = self._blocks(table.n, evaluations, seed)
        means = np.array([marginal_contributions(table, orders).mean(axis=0) for orders in blocks])
        count = len(means)
        stderr = means.std(axis=0, ddof=1) / np.sqrt(count)
        return Estimate(means.mean(axis=0), stderr, degrees=count - 1, exact=False)

    def _blocks(self, n: int, evaluations: int, seed: int) -> list[NDArray[np.int64]]:
        """As many whole blocks as pass through at most `evaluations` coalitions, at least two."""
        generator = np.random.Generator(np.random.PCG64(seed))
        blocks: list[NDArray[np.int64]] = []
        seen: set[int] = set()
        while True:
            orders = self.block(n, evaluations, generator)
            seen.update(prefix_masks(orders).ravel().tolist())
            if len(seen) > evaluations and len(blocks) > 1:
                return blocks
            blocks.append(orders)


def marginal_contributions(table: ValueTable, orders: NDArray[np.int64]) -> NDArray[np.float64]:
    """What each player adds to those before it: (T, n) for (T, n) orders; column k is player k."""
    steps = np.diff(table.at(prefix_masks(orders)), axis=1)
    contributions = np.empty_like(steps)
    np.put_along_axis(contributions, orders, steps, axis=1)
    return contributions


def allotted(capacities: list[int], shares: list[float], total: int) -> NDArray[np.int64]:
    """How many of each stratum a sample of `total` takes: two of each, the rest by shares.

    The rest is divided as seats are by the method of Sainte-Laguë, so that no stratum gets fewer in
    a larger sample; one that is exhausted leaves its part to the others.

    Args:
        capacities: the size of each stratum, at least 1.
        shares: in which proportion they are sampled; positive.
        total: size of the sample, at least two of each stratum.
    """
    stratum, quotient = [], []
    for number, (capacity, share) in enumerate(zip(capacities, shares, strict=True)):
        rank = np.arange(min(capacity, total))
        stratum.append(np.full(len(rank), number))
        quotient.append(np.where(rank < 2, 0, (rank + 0.5) / share))
    order = np.argsort(np.concatenate(quotient), kind="stable")[:total]
    return np.bincount(np.concatenate(stratum)[order], minlength=len(capacities))


def joint_degrees(variances: NDArray[np.float64], degrees: NDArray) -> NDArray[np.float64]:
    """Degrees of freedom of a sum of independent variances (Satterthwaite 1946).

    Args:
        variances: (K, n) what each of K strata adds to the variance of n estimates.
        degrees: their degrees of freedom, of a shape that goes with it.

    Returns:
        (n,) at least 1; infinite where the variance is 0.
    """
    squares = (variances**2 / degrees).sum(axis=0)
    known = squares > 0
    whole = variances.sum(axis=0) ** 2
    return np.where(known, whole / np.where(known, squares, 1), np.inf).clip(min=1)
