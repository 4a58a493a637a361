"""The Scribendi score (Islam and Magnani 2021): more fluent than the source, and close to it."""

from collections.abc import Mapping, Sequence

import numpy as np
from rapidfuzz import fuzz

from gec_attribution.metrics.base import ComposedMetric
from gec_attribution.metrics.perplexity import Perplexity
from gec_attribution.plugins.options import Commit, LanguageModel
from gec_attribution.plugins.settings import Settings


class Scribendi(ComposedMetric):
    """1 for a better hypothesis, 0 for the unchanged source, −1 for one that is not better.

    A hypothesis is better where its perplexity is below the source's, and the higher of two
    likenesses to the source is at least `threshold`: the Levenshtein distance ratio of the texts,
    and the token sort ratio of the texts with their tokens in alphabetical order. Both are
    1 − d / (sum of the lengths in characters), where d counts insertions and deletions.
    Where a perplexity is undefined, so is the score.
    """

    version = 2
    threshold = 0.8
    components = (
        "source_negative_log_likelihood",
        "negative_log_likelihood",
        "token_sort_ratio",
        "levenshtein_ratio",
        "truncated",
    )
    allows_missing = True

    def __init__(
        self, settings: Settings, *, model: LanguageModel, revision: Commit = None
    ) -> None:
        self.perplexity = Perplexity(settings, model=model, revision=revision)
        self.chunk = self.perplexity.chunk
        self.tokenizers = self.perplexity.tokenizers
        self.dependencies = self.perplexity.dependencies

    def evaluate(
        self, sources: Sequence[str], hypotheses: Sequence[str]
    ) -> dict[str, np.ndarray]:
        """Both mean negative log-likelihoods, both likenesses, and 1.0 where a text was cut."""
        texts = list(dict.fromkeys([*sources, *hypotheses]))
        rows = {text: row for row, text in enumerate(texts)}
        before = np.array([rows[text] for text in sources], dtype=int)
        after = np.array([rows[text] for text in hypotheses], dtype=int)
        columns = self.perplexity.evaluate(texts, texts)
        losses = columns["negative_log_likelihood"]
        cut = columns["truncated"]
        sorted_ratios = list(map(fuzz.token_sort_ratio, sources, hypotheses))
        ratios = list(map(fuzz.ratio, sources, hypotheses))
        return {
            "source_negative_log_likelihood": losses[before],
            "negative_log_likelihood": losses[after],
            "token_sort_ratio": np.array(sorted_ratios) / 100,
            "levenshtein_ratio": np.array(ratios) / 100,
            "truncated": np.maximum(cut[before], cut[after]),
        }

    def combine(self, columns: Mapping[str, np.ndarray]) -> np.ndarray:
        """−1, 0 or 1."""
        before = columns["source_negative_log_likelihood"]
        after = columns["negative_log_likelihood"]
        likeness = np.maximum(columns["token_sort_ratio"], columns["levenshtein_ratio"])
        better = (after < before) & (likeness >= self.threshold)
        scores = np.where(better, 1.0, -1.0)
        # Only a text and itself are alike in every character.
        scores[columns["levenshtein_ratio"] == 1] = 0.0
        scores[np.isnan(before) | np.isnan(after)] = np.nan
        return scores

    def signature(self) -> dict[str, object]:
        """See `Metric.signature`."""
        return {**self.store_signature(), "threshold": self.threshold}
