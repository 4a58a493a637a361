"""Shapley values (Shapley 1953), equation 2 of the paper, from the complete value table."""

import functools
import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, ClassVar

import numpy as np
from pydantic import Field

from gec_attribution.attribution.base import Estimate, Method
from gec_attribution.attribution.loading import load_method
from gec_attribution.games.coalitions import (
    Masks,
    coalition_sizes,
    lattice_masks,
    players_of,
)
from gec_attribution.games.values import ValueTable
from gec_attribution.plugins.code import class_digest
from gec_attribution.plugins.options import EntryOf


@dataclass(frozen=True, kw_only=True)
class Shapley(Method):
    """Exact Shapley values up to `exact_up_to` edits, estimates above.

    Attributes:
        estimator: the method that estimates, as its own entry in a study would be.
    """

    estimator: Annotated[
        Mapping[str, object],
        EntryOf("methods"),
        Field(
            description="Method entry for sentences with more than `coalitions.exact_up_to` "
            "edits (docs/statistics.md)."
        ),
    ] = field(default_factory=lambda: {"type": "odd_regression"})

    efficient: ClassVar[bool] = True

    def __post_init__(self) -> None:
        """Find the estimator, for its errors."""
        _ = self._estimator

    def coalitions(self, n: int, seed: int) -> Masks:
        """All subsets, or those that the estimator asks for."""
        if n <= self.exact_up_to:
            return lattice_masks(n)
        return self._estimator.coalitions(n, seed)

    def estimate(self, table: ValueTable, seed: int) -> Estimate:  # noqa: ARG002
        """Equation 2."""
        return Estimate(shapley_values(table.dense), np.zeros(table.n))

    def attribute(self, table: ValueTable, seed: int) -> Estimate:
        """Shapley values; above `exact_up_to` the estimator's, with its own checks."""
        if table.n > self.exact_up_to:
            return self._estimator.attribute(table, seed)
        return super().attribute(table, seed)

    def signature(self) -> dict[str, object]:
        """The options, and those of the estimator with the digest of its code."""
        above = self._estimator.signature()
        limits = {key: above.pop(key) for key in ("exact_up_to", "above")}
        return {
            "method": "shapley",
            **limits,
            "estimator": above.pop("method"),
            **{f"estimator.{key}": value for key, value in above.items()},
            "estimator.code": class_digest(type(self._estimator)),
        }

    @functools.cached_property
    def _estimator(self) -> Method:
        return load_method(
            f"{self.name}.estimator",
            self.estimator,
            exact_up_to=self.exact_up_to,
            above=self.above,
        )


def shapley_values(values: np.ndarray) -> np.ndarray:
    """Shapley values of a game.

    Args:
        values: (2^n,) value of each coalition; bit k of the index says whether player k is in it.

    Returns:
        (n,) Shapley values. A player that never changes the value gets exactly 0.
    """
    n = players_of(values)
    phi = np.empty(n)
    for player in range(n):
        # Pairs of coalitions without and with the player; the others' bits run over both outer axes
        # in ascending order, as in `_weights`.
        pairs = values.reshape(-1, 2, 2**player)
        marginals = pairs[:, 1] - pairs[:, 0]
        phi[player] = np.sum(_weights(n) * marginals.ravel())
    return phi


@functools.cache
def _weights(n: int) -> np.ndarray:
    """|E|!(n-|E|-1)!/n! for each coalition E of n - 1 players, as (2^(n-1),)."""
    by_size = [1 / (n * math.comb(n - 1, size)) for size in range(n)]
    return np.array(by_size)[coalition_sizes(n - 1)]
