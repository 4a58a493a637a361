"""Word overlap of source and hypothesis: a metric without a model, for demonstrations and tests."""

from collections import Counter
from collections.abc import Sequence

import numpy as np

from gec_attribution.languages import load_language
from gec_attribution.metrics.base import Metric


class TokenOverlap(Metric):
    """Dice coefficient of two bags of a language's tokens, in [0, 1]; it ignores grammar."""

    def __init__(self, language: str | None = None) -> None:
        self.language = language

    version = 1

    def score(self, sources: Sequence[str], hypotheses: Sequence[str]) -> np.ndarray:
        """See `Metric.score`; two empty texts score 1."""
        tokenize = load_language(self.language or self.text_language).tokenize
        scores = []
        for source, hypothesis in zip(sources, hypotheses, strict=True):
            scores.append(
                _dice(Counter(tokenize(source)), Counter(tokenize(hypothesis)))
            )
        return np.array(scores, dtype=float)

    def store_signature(self) -> dict[str, object]:
        """See `Metric.store_signature`."""
        return {**super().store_signature(), **self.texts_signature()}


def _dice(left: Counter[str], right: Counter[str]) -> float:
    total = left.total() + right.total()
    if total:
        return 2 * (left & right).total() / total
    return 1.0
