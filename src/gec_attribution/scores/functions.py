"""A function from sources and hypotheses to scores, as a metric."""

import inspect
from collections.abc import Callable, Sequence
from typing import cast

import numpy as np

from gec_attribution.metrics.base import Metric
from gec_attribution.storage.signatures import digest

Function = Callable[[Sequence[str], Sequence[str]], Sequence[float]]


class FunctionMetric(Metric):
    """A metric that is a function of somebody's own.

    Args:
        function: takes n sources and n hypotheses, and returns n scores; higher is better.
    """

    def __init__(self, function: Function) -> None:
        self._function = function
        self.name = getattr(function, "__name__", type(function).__name__)

    def score(self, sources: Sequence[str], hypotheses: Sequence[str]) -> np.ndarray:
        """See `Metric.score`."""
        # Whether these are numbers is seen where every metric's scores are.
        return cast("np.ndarray", self._function(sources, hypotheses))

    def code_signature(self) -> dict[str, object]:
        """The function's name, and the digest of its text where that can be read.

        What it reads besides its arguments is not known, so its scores are not to be stored.
        """
        return {"metric": f"function {self.name}", "version": self._text()}

    def _text(self) -> str:
        try:
            return digest({"text": inspect.getsource(self._function)})
        except (OSError, TypeError):
            return "unknown"
