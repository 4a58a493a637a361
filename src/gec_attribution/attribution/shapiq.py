"""Shapley values by an approximator of the package shapiq (Muschalik et al. 2024).

The approximator is run twice with the same random numbers: once on a game that is 0 everywhere, to
know the coalitions that it asks for, and once on their scores. So its evaluations are planned,
counted and stored as those of all other methods. One that chooses coalitions by their values cannot
be run so, and is refused.
"""

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from importlib.metadata import version
from typing import Annotated, Any

import numpy as np
from numpy.typing import NDArray
from pydantic import Field

from gec_attribution.attribution.base import Estimate, Method
from gec_attribution.attribution.shapley import shapley_values
from gec_attribution.errors import ConfigError, InputError, unknown
from gec_attribution.games.coalitions import Masks, lattice_masks, single_masks
from gec_attribution.games.values import ValueTable
from gec_attribution.plugins.extras import needed_by

# More than a random state of numpy takes would be refused.
_SEEDS = 2**32


@dataclass(frozen=True, kw_only=True)
class Shapiq(Method):
    """Shapley values by an approximator of shapiq; exact where `budget` is all 2^N coalitions."""

    approximator: Annotated[
        str,
        Field(
            description="Class of shapiq.approximator, as KernelSHAP, SVARM or ProxySPEX."
        ),
    ]
    budget: Annotated[
        int,
        Field(
            ge=4,
            description="Evaluations of a sentence that the approximator may ask for.",
        ),
    ] = 512

    def coalitions(self, n: int, seed: int) -> Masks:
        """All coalitions where they are few enough, else those that the approximator asks for."""
        if 1 << n <= self.budget:
            return lattice_masks(n)
        asked: list[Masks] = []

        def record(masks: Masks) -> NDArray[np.float64]:
            asked.append(masks)
            return np.zeros(len(masks))

        self._approximate(n, seed, record)
        return np.concatenate(asked)

    def estimate(self, table: ValueTable, seed: int) -> Estimate:
        """The approximator's Shapley values; it gives no standard errors."""
        if 1 << table.n <= self.budget:
            return Estimate(shapley_values(table.dense), np.zeros(table.n))

        def values(masks: Masks) -> NDArray[np.float64]:
            if not np.isin(masks, table.masks).all():
                raise InputError(
                    f"{self.name}: {self.approximator} chooses coalitions by their values, so they "
                    "cannot be planned; name another approximator"
                )
            return table.at(masks)

        phi = self._approximate(table.n, seed, values)
        return Estimate(phi, np.full(table.n, np.nan), exact=False)

    def signature(self) -> dict[str, object]:
        """See `Method.signature`; names the release of shapiq."""
        return {**super().signature(), "shapiq": version("shapiq")}

    def _approximate(
        self, n: int, seed: int, values: Callable[[Masks], NDArray[np.float64]]
    ) -> NDArray[np.float64]:
        """The approximator's value of each player, (n,), in a game of values by mask."""
        with needed_by("the method `shapiq`"):
            import shapiq
        approximators: Any = shapiq.approximator
        names = [kind.__name__ for kind in approximators.SV_APPROXIMATORS]
        if self.approximator not in names:
            raise ConfigError(
                f"methods.{self.name}.approximator: "
                + unknown("approximator of Shapley values", self.approximator, names)
            )
        kind = getattr(approximators, self.approximator)
        players = single_masks(n)

        def game(coalitions: NDArray[np.bool_]) -> NDArray[np.float64]:
            masks = np.atleast_2d(coalitions).astype(np.uint64) @ players
            return values(masks)

        options: dict[str, Any] = {"random_state": seed % _SEEDS}
        if "index" in inspect.signature(kind).parameters:
            options |= {"index": "SV"}
        if (
            self.approximator != "kADDSHAP"
            and "max_order" in inspect.signature(kind).parameters
        ):
            options |= {"max_order": 1}
        try:
            estimated = kind(n=n, **options).approximate(self.budget, game)
        except (ImportError, ValueError) as error:
            raise ConfigError(
                f"methods.{self.name}: {self.approximator} of {n} edits, `budget` {self.budget}: "
                f"{error}"
            ) from error
        return np.array([estimated[(player,)] for player in range(n)], dtype=float)
