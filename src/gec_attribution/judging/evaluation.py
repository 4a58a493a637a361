"""Scores of a system by each measure, and their differences from another system's.

Numbers are unrounded; those that are undefined are NaN, and null in JSON.
"""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from gec_attribution.judging.f_scores import ByMeasure, Scores
from gec_attribution.statistics.bootstrap import Resampled, difference

TYPES = "types"
"""First name of the measures of single types of error."""


def _defined(number: Any) -> float | None:
    if math.isnan(number):
        return None
    return float(number)


def _beside_bounds(name: str, score: Resampled) -> dict[str, float | None]:
    """A score and its 95 % interval, None where undefined."""
    return {
        key: _defined(number) for key, number in score.columns(name, f"{name}_").items()
    }


@dataclass(frozen=True)
class Evaluation:
    """The scores of one system's file.

    Attributes:
        measures: scores by measure, whose nested names are a tuple; in the order of their display.
        signature: everything that the numbers depend on.
    """

    measures: ByMeasure
    signature: str

    def to_dict(
        self, keys: Callable[[str, Resampled], Mapping[str, Any]] = _beside_bounds
    ) -> dict[str, Any]:
        """The counts and scores as nested objects, None where undefined.

        `keys` gives the keys and values of a score; by default its name with its number, and with
        `_low` and `_high` after it the bounds of its interval.
        """
        nested: dict[str, Any] = {}
        for measure, (counts, scores) in self.measures.items():
            inner = nested
            for name in measure:
                inner = inner.setdefault(name, {})
            inner |= counts
            for name, score in scores.items():
                inner |= keys(name, score)
        return nested


@dataclass(frozen=True)
class Comparison:
    """The scores of several systems by name, all of the same sentences and measures."""

    systems: Mapping[str, Evaluation]

    @property
    def first(self) -> str:
        """The name of the system that the others are compared with."""
        return next(iter(self.systems))

    def differences(self, system: str) -> Evaluation:
        """Paired differences of a system's scores from those of the first, both resampled alike."""
        own = self.systems[system]
        first = self.systems[self.first]
        measures = {}
        for measure, (_, scores) in own.measures.items():
            of_first = first.measures[measure].scores
            apart = {
                name: difference(score, of_first[name])
                for name, score in scores.items()
            }
            measures[measure] = Scores({}, apart)
        return replace(own, measures=measures)

    def to_dict(self) -> dict[str, Any]:
        """The `Evaluation.to_dict` of each system, those but the first with a `difference`."""
        by_system = {
            name: evaluation.to_dict() for name, evaluation in self.systems.items()
        }
        for name in list(by_system)[1:]:
            differences = self.differences(name).to_dict(_with_bounds)
            by_system[name]["difference"] = {"to": self.first, **differences}
        return by_system


def _with_bounds(name: str, score: Resampled) -> dict[str, dict[str, float | None]]:
    """A difference, its 95 % interval and its p-value, None where undefined."""
    return {
        name: {
            key: _defined(getattr(score, key)) for key in ("value", "low", "high", "p")
        }
    }
