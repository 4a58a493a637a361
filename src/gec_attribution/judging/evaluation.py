"""Scores of a system by each measure, and their differences from another system's.

Numbers are unrounded; those that are undefined are NaN, and null in JSON.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple

from gec_attribution.corpora.files import system_names
from gec_attribution.statistics.bootstrap import Resampled, difference


class Scores(NamedTuple):
    """Counts of edits or chunks by kind, and scores with intervals by name, NaN where undefined."""

    counts: Mapping[str, float]
    scores: Mapping[str, Resampled]


@dataclass(frozen=True)
class Evaluation:
    """The scores of one system's file.

    Attributes:
        measures: scores by measure, whose nested names are a tuple; in the order of their display.
        signature: everything that the numbers depend on.
    """

    measures: Mapping[tuple[str, ...], Scores]
    signature: str

    def to_dict(
        self, keys: Callable[[str, Resampled], Mapping[str, Any]] | None = None
    ) -> dict[str, Any]:
        """The counts and scores as nested objects, None where undefined.

        Args:
            keys: keys and values of a score by its name; by default its number, and the bounds of
                its interval with keys that end in `_low` and `_high`.
        """
        keys = keys or _beside_bounds
        nested: dict[str, Any] = {}
        for measure, (counts, scores) in self.measures.items():
            inner = nested
            for name in measure:
                inner = inner.setdefault(name, {})
            inner |= counts
            for name, score in scores.items():
                inner |= keys(name, score)
        return nested

    def minus(self, first: "Evaluation") -> "Evaluation":
        """Paired differences of the scores from those of the same measures of another system."""
        return replace(
            self,
            measures={
                measure: Scores(
                    {},
                    {
                        name: difference(score, first.measures[measure].scores[name])
                        for name, score in scores.items()
                    },
                )
                for measure, (_, scores) in self.measures.items()
            },
        )


@dataclass(frozen=True)
class Comparison:
    """The scores of several systems by name, all of the same sentences and measures."""

    systems: Mapping[str, Evaluation]

    @property
    def first(self) -> str:
        """The name of the system that the others are compared with."""
        return next(iter(self.systems))

    def differences(self, system: str) -> Evaluation:
        """Differences of a system from the first system, both resampled alike."""
        return self.systems[system].minus(self.systems[self.first])

    def to_dict(self) -> dict[str, Any]:
        """The `Evaluation.to_dict` of each system, those but the first with a `difference`."""
        by_system = {name: evaluation.to_dict() for name, evaluation in self.systems.items()}
        for name in list(by_system)[1:]:
            differences = self.differences(name).to_dict(_with_bounds)
            by_system[name]["difference"] = {"to": self.first, **differences}
        return by_system


def compare(hypotheses: Sequence[Path], evaluations: Sequence[Evaluation]) -> Comparison:
    """The scores of several files beside each other.

    Raises:
        InputError: a file is there twice.
    """
    return Comparison(dict(zip(system_names(hypotheses), evaluations, strict=True)))


def _defined(number: Any) -> float | None:
    return None if math.isnan(number) else float(number)


def _beside_bounds(name: str, score: Resampled) -> dict[str, float | None]:
    """A score and its 95 % interval, None where undefined."""
    return {key: _defined(number) for key, number in score.columns(name, f"{name}_").items()}


def _with_bounds(name: str, score: Resampled) -> dict[str, dict[str, float | None]]:
    """A difference, its 95 % interval and its p-value, None where undefined."""
    return {name: {key: _defined(getattr(score, key)) for key in ("value", "low", "high", "p")}}
