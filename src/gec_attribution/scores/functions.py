"""A function from sources and hypotheses to scores, as a metric."""

import inspect
from collections.abc import Callable, Sequence
from typing import cast

import numpy as np
from numpy.typing import ArrayLike

from gec_attribution.errors import MetricError
from gec_attribution.metrics.base import Metric
from gec_attribution.storage.signatures import digest

Function = Callable[[list[str], list[str]], ArrayLike]

_EXPECTED = """a function gets all sources and all hypotheses, and returns a score for each, as in
    def length(sources, hypotheses):
        return [len(text) for text in hypotheses]"""


class FunctionMetric(Metric):
    """A metric that is a function of somebody's own.

    Args:
        function: takes n sources and n hypotheses, and returns n scores; higher is better.
    """

    def __init__(self, function: Function) -> None:
        self._function = function
        self.name = getattr(function, "__name__", type(function).__name__)

    def score(self, sources: Sequence[str], hypotheses: Sequence[str]) -> np.ndarray:
        """See `Metric.score`.

        Raises:
            MetricError: the function returned one number for all pairs.
        """
        try:
            scores = self._function(list(sources), list(hypotheses))
        except (AttributeError, TypeError) as error:
            # Mostly a function of one pair; the error keeps its place and gets an explanation.
            error.args = (f"{error}; {_EXPECTED}",)
            raise
        if np.ndim(scores) == 0:
            raise MetricError(f"metric {self.name}: returned {scores!r}; {_EXPECTED}")
        # The scoring engine checks the numbers, as for every metric.
        return cast("np.ndarray", scores)

    def code_signature(self) -> dict[str, object]:
        """The function's name, and the digest of its text where that can be read.

        What it reads besides its arguments is not known, so its scores are not to be stored.
        """
        try:
            version = digest({"text": inspect.getsource(self._function)})
        except (OSError, TypeError):
            version = "unknown"
        return {"metric": f"function {self.name}", "version": version}
