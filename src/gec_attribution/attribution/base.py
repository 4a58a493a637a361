"""Base of attribution methods: the coalitions that they need, and how they divide ΔM among edits.

A method asks for values and reads nothing else, so it cannot tell a metric from a formula, and
every method of a study shares the same scores.
"""

from abc import ABC, abstractmethod
from dataclasses import asdict, dataclass, replace
from typing import ClassVar

import numpy as np

from gec_attribution.errors import InputError
from gec_attribution.games.coalitions import Masks, end_masks
from gec_attribution.games.values import ValueTable

# Largest allowed distance of Σφ from ΔM, relative to the largest of the scores behind them.
EFFICIENCY_TOLERANCE = 1e-9
# Largest |φ|, relative to these scores, that is only rounding left over where scores cancel.
ROUNDING = 1e-14


@dataclass(frozen=True)
class Estimate:
    """The result of a method for the values of one game.

    Attributes:
        phi: (n,) attribution scores, in the metric's unit.
        stderr: (n,) their standard errors; 0 where nothing was sampled, NaN where it is unknown.
        degrees: degrees of freedom of the standard errors, one number or (n,).
        exact: whether `phi` is the method's own definition rather than a sample of it.
        scale: the factor of section 4.2 by which raw differences were multiplied; a negative one
            flipped their signs.
        evaluations: number of distinct coalitions that were asked for, including the ends.
    """

    phi: np.ndarray
    stderr: np.ndarray
    degrees: np.ndarray | float = np.inf
    exact: bool = True
    scale: float = 1.0
    evaluations: int = 0

    @property
    def half_width(self) -> np.ndarray:
        """(n,) half the width of each 95 % interval, by Student's t; NaN where it is unknown."""
        from scipy import stats  # which takes a second to import

        return stats.t.ppf(0.975, self.degrees) * self.stderr


@dataclass(frozen=True, kw_only=True)
class Method(ABC):
    """An attribution method; a subclass says which coalitions it needs and how it attributes.

    Attributes:
        name: the method's name in the study.
        exact_up_to: largest number of edits whose 2^N coalitions are all scored.
        above: treatment of longer sentences: `sample`, or `skip` as in the paper.
    """

    name: str
    exact_up_to: int
    above: str

    # Whether Σφ = ΔM by construction (equation 1), which is then checked on every sentence.
    efficient: ClassVar[bool] = False

    @abstractmethod
    def coalitions(self, n: int, seed: int) -> Masks:
        """The masks of `n` edits that are asked for, before any value is known.

        Args:
            n: number of edits, at least 1.
            seed: seed of the game, for everything that is sampled.

        Returns:
            In any order, repeats allowed. The ends of the lattice need not be among them.
        """

    @abstractmethod
    def estimate(self, table: ValueTable, seed: int) -> Estimate:
        """Divide the value of `table`; all values that were asked for are there and finite."""

    def masks(self, n: int, seed: int) -> Masks:
        """The coalitions to score for a game of `n` edits: uint64, ascending, with both ends."""
        ends = end_masks(n)
        if n == 0 or self.skips(n):
            return ends
        return np.union1d(ends, self.coalitions(n, seed))

    def skips(self, n: int) -> bool:
        """True for a sentence of `n` edits that is left out."""
        return n > self.exact_up_to and self.above == "skip"

    def why_undefined(self, n: int) -> str:
        """Reason for which there is no φ in a game of `n` edits."""
        if self.skips(n):
            limit = f"more than {self.exact_up_to} (`coalitions: above: skip`)"
            return f"there is no φ for {n} edits, since sentences are skipped that have {limit}"
        return "there is no φ, since the metric has no score for some of the sentence's versions"

    def signature(self) -> dict[str, object]:
        """The method's type and every option that attributions depend on."""
        options = {key: value for key, value in asdict(self).items() if key != "name"}
        return {"method": type(self).__module__.rpartition(".")[2], **options}

    def attribute(self, table: ValueTable, seed: int) -> Estimate:
        """Attribution scores from the values of a game, checked.

        Args:
            table: values of at least the coalitions in `masks`.
            seed: seed of the game; exact methods ignore it.

        Returns:
            An estimate, which is NaN where the sentence is skipped or a value is NaN.

        Raises:
            KeyError: a coalition in `masks` is not in the table.
            InputError: Σφ differs from ΔM(H|S) although the method is efficient.
        """
        masks = self.masks(table.n, seed)
        values = table.at(masks)
        if table.n == 0:
            return Estimate(np.zeros(0), np.zeros(0), evaluations=len(masks))
        if self.skips(table.n) or np.isnan(values).any():
            unknown = np.full(table.n, np.nan)
            return Estimate(unknown, unknown, scale=np.nan, evaluations=len(masks))
        estimate = self.estimate(table, seed)
        if self.efficient:
            _check_efficiency(estimate.phi, table, self.name)
        rounded = np.abs(estimate.phi) <= ROUNDING * np.abs(values).max()
        phi = np.where(rounded, 0.0, estimate.phi)
        return replace(estimate, phi=phi, evaluations=len(masks))


def normalise(phi: np.ndarray) -> np.ndarray:
    """L1 normalisation (equation 5): shares in [-1, 1]; all zeros where every score is zero."""
    total = np.abs(phi).sum()
    if total != 0:
        return phi / total
    return np.zeros_like(phi)


def _check_efficiency(phi: np.ndarray, table: ValueTable, name: str) -> None:
    total = phi.sum()
    difference = table.score - table.baseline
    # Both ends, and every φ, may be 0 apart from the rounding of the scores in between.
    is_finite = np.isfinite(table.values)
    size = np.abs(table.values).max(where=is_finite, initial=np.abs(phi).sum())
    # Negated, so that a NaN from infinite scores fails too.
    if not abs(total - difference) <= EFFICIENCY_TOLERANCE * size:
        raise InputError(
            f"{name}: the attributions sum to {total:.12g}, the score differs from its baseline by "
            f"{difference:.12g}; are all scores of the sentence finite and from one metric?"
        )
