"""What it will cost to explain sentences, counted before anything is scored."""

from collections.abc import Sequence

import numpy as np

from gec_attribution.attribution import Method
from gec_attribution.explain.scored_metric import ScoredMetric
from gec_attribution.explain.sentences import Sentence
from gec_attribution.games.coalitions import end_masks
from gec_attribution.scores.cost import Cost, cost_of_pairs


def cost_of(sentences: Sequence[Sentence], scored: ScoredMetric, methods: Sequence[Method]) -> Cost:
    """What a metric has to score of some sentences; with a tolerance methods may ask for more.

    Args:
        sentences: the sentences.
        scored: the metric.
        methods: the methods that share its scores.
    """
    asked: dict[tuple[str, str, tuple[str, ...]], None] = {}
    for sentence in sentences:
        read = sentence.references if scored.metric.needs_references else ()
        for game in (sentence.game, *([sentence.missed.game] if sentence.missed else [])):
            masks = [end_masks(game.n), *(method.masks(game.n, game.seed) for method in methods)]
            texts = game.texts(np.unique(np.concatenate(masks)))
            asked |= dict.fromkeys((game.source, text, read) for text in texts)
    sources, texts, references = map(list, zip(*asked, strict=True)) if asked else ([], [], [])
    cost = cost_of_pairs(scored.metric, sources, texts, scored.store, references)
    return cost._replace(metric=scored.name)
