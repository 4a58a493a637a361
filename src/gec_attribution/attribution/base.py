"""What an attribution method is: which coalitions it needs, and how it divides ΔM among the edits.

A method reads a value table and nothing else, so it cannot tell a metric from a formula, and every
method of a study shares the same scores.
"""

from abc import ABC, abstractmethod
from dataclasses import asdict, dataclass, field
from typing import ClassVar

import numpy as np

from gec_attribution.errors import InputError
from gec_attribution.games.coalitions import full_mask
from gec_attribution.games.values import ValueTable

# How far Σφ may be from ΔM, relative to the scores it was computed from.
EFFICIENCY_TOLERANCE = 1e-9


@dataclass(frozen=True)
class Estimate:
    """What a method makes of one value table.

    Attributes:
        phi: (n,) attribution scores, in the metric's unit.
        stderr: (n,) their standard errors; 0 where nothing was sampled, NaN where it is unknown.
        exact: whether `phi` is the method's own definition rather than a sample of it.
        scale: the factor of section 4.2 by which raw differences were multiplied; a negative one
            flipped their signs.
    """

    phi: np.ndarray
    stderr: np.ndarray
    exact: bool = True
    scale: float = 1.0


@dataclass(frozen=True)
class Attribution(Estimate):
    """An estimate with its provenance.

    Attributes:
        baseline: M(S|S), the value of the empty coalition.
        score: M(H|S), the value of all edits.
        method: name of the method.
        evaluations: number of distinct coalitions whose values the method read.
        seed: seed of its sampling.
    """

    baseline: float = field(kw_only=True)
    score: float = field(kw_only=True)
    method: str = field(kw_only=True)
    evaluations: int = field(kw_only=True)
    seed: int = field(kw_only=True)


@dataclass(frozen=True, kw_only=True)
class Method(ABC):
    """An attribution method; a subclass says which coalitions it needs and what it makes of them.

    Attributes:
        name: the method's name in the study.
        max_edits: largest number of edits whose 2^N coalitions are all scored.
        above_max_edits: what happens to longer sentences: `sample`, or `skip` as in the paper.
    """

    name: str
    max_edits: int
    above_max_edits: str

    # Whether Σφ = ΔM by construction (equation 1), which is then checked on every sentence.
    efficient: ClassVar[bool] = False

    @abstractmethod
    def coalitions(self, n: int, seed: int) -> np.ndarray:
        """The masks that `estimate` reads for `n` edits: uint64, in any order, repeats allowed."""

    @abstractmethod
    def estimate(self, table: ValueTable, seed: int) -> Estimate:
        """Divide the value of `table`; all values of `coalitions(table.n, seed)` are finite."""

    def masks(self, n: int, seed: int) -> np.ndarray:
        """The coalitions to score for a sentence of `n` edits: uint64, ascending.

        The empty and the full coalition are always among them. `seed` decides which permutations a
        sampling method takes.
        """
        ends = np.array([0, full_mask(n)], dtype=np.uint64)
        if self.skips(n):
            return np.unique(ends)
        return np.unique(np.concatenate([ends, self.coalitions(n, seed)]))

    def skips(self, n: int) -> bool:
        """Whether a sentence of `n` edits is left out."""
        return n > self.max_edits and self.above_max_edits == "skip"

    def signature(self) -> dict[str, object]:
        """The method's type and everything about it that moves attributions."""
        options = {key: value for key, value in asdict(self).items() if key != "name"}
        return {"method": type(self).__module__.rpartition(".")[2], **options}

    def attribute(self, table: ValueTable, seed: int) -> Attribution:
        """Attribution scores of one sentence.

        They are all NaN where the sentence is skipped or a needed coalition has no value.

        Args:
            table: values of at least the coalitions `masks(table.n, seed)`.
            seed: seed of the sampling; exact methods ignore it.

        Raises:
            KeyError: a needed coalition is not in the table.
            InputError: Σφ differs from ΔM(H|S) although the method is efficient.
        """
        masks = self.masks(table.n, seed)
        values = table.at(masks)
        if self.skips(table.n) or np.isnan(values).any():
            unknown = np.full(table.n, np.nan)
            estimate = Estimate(unknown, unknown, scale=np.nan)
        else:
            estimate = self.estimate(table, seed)
            if self.efficient:
                _check_efficiency(estimate.phi, values, self.name)
        return Attribution(
            estimate.phi,
            estimate.stderr,
            estimate.exact,
            estimate.scale,
            # Masks are ascending, so the ends of the lattice are the ends of the array.
            baseline=float(values[0]),
            score=float(values[-1]),
            method=self.name,
            evaluations=len(masks),
            seed=seed,
        )


def normalise(phi: np.ndarray) -> np.ndarray:
    """L1 normalisation (equation 5): shares in [-1, 1]; all zeros where every score is zero."""
    total = np.abs(phi).sum()
    return phi / total if total != 0 else np.zeros_like(phi)


def _check_efficiency(phi: np.ndarray, values: np.ndarray, name: str) -> None:
    total, difference = phi.sum(), values[-1] - values[0]
    size = max(abs(values[0]), abs(values[-1]), np.abs(phi).sum())
    # Negated, so that a NaN from infinite scores fails too.
    if not abs(total - difference) <= EFFICIENCY_TOLERANCE * size:
        raise InputError(
            f"{name}: the attributions sum to {total:.12g}, the score differs from its baseline by "
            f"{difference:.12g}; are all scores of the sentence finite and from one metric?"
        )
