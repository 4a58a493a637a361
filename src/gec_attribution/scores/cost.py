"""Cost of scoring pairs, counted before any of them is scored."""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from gec_attribution.metrics.base import Metric
from gec_attribution.scores.store import ScoreStore, is_kept, pair_keys


class Cost(NamedTuple):
    """Work of one metric.

    Attributes:
        metric: its name.
        pairs: the distinct sentences, each with its source.
        stored: how many of them are in the store.
    """

    metric: str
    pairs: int
    stored: int

    def __str__(self) -> str:
        """One sentence about it."""
        stored = f", {self.stored:,} of them in the store" if self.stored else ""
        return f"{self.metric}: {self.pairs:,} sentences to be scored{stored}"


def cost_of_pairs(
    metric: Metric,
    sources: Sequence[str],
    sentences: Sequence[str],
    store: str | Path | None,
    references: Sequence[Sequence[str]],
) -> Cost:
    """Work of a metric on distinct pairs. Nothing is written.

    Args:
        metric: the metric.
        sources: the source of each sentence, (n,).
        sentences: the sentences, (n,).
        store: folder of the score store; None has none.
        references: of each pair, (n,); empty ones for a metric that reads none.

    Raises:
        StoreError: the store is damaged.
    """
    signature, stored = metric.store_signature(), 0
    if sources and is_kept(store, signature):
        shelf = ScoreStore(store, signature, metric.components)
        keys = pair_keys(sources, sentences, list(map(metric.read_beside, sources, references)))
        stored = int(shelf.find(keys)[0].sum())
    return Cost(metric.name, len(sources), stored)
