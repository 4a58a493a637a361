"""What the estimators of Shapley values share: samples that grow until they are sure enough."""

from abc import abstractmethod
from dataclasses import dataclass, replace
from typing import ClassVar, Self

import numpy as np

from gec_attribution.attribution.base import Estimate, Method
from gec_attribution.errors import ConfigError
from gec_attribution.games.coalitions import Masks
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
            estimate = self.estimate_from(table, size, seed)
            if estimate.exact or self.tolerance is None or self._is_sure(estimate):
                return estimate
            size *= 2
            masks = self.drawn(n, size, seed)
            if len(np.unique(masks)) > MOST_EVALUATIONS:
                return estimate

    def with_tolerance(self, tolerance: float) -> Self:
        """This method with another tolerance."""
        if not 0 < tolerance < 1:
            raise ConfigError(f"tolerance: found {tolerance}; it must be above 0 and below 1")
        return replace(self, tolerance=tolerance)

    def _is_sure(self, estimate: Estimate) -> bool:
        allowed = self.tolerance * np.abs(estimate.phi).sum()
        return bool((estimate.half_width <= allowed).all())
