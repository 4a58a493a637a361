"""Attributing a few sentences with the metric itself, outside the score store, to measure time."""

import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from gec_attribution.attribution import Attribution, Method
from gec_attribution.edits.model import Edit, tokenize
from gec_attribution.games.coalitions import coalition_sentence, coalition_sentences, full_mask
from gec_attribution.games.values import ValueTable
from gec_attribution.storage.seeds import seed_from, sentence_seed


class Scorer(Protocol):
    """What is asked of a metric here."""

    def score(self, sources: Sequence[str], hypotheses: Sequence[str]) -> np.ndarray:
        """(n,) float64 scores of n pairs."""


@dataclass(frozen=True)
class CorrectedSentence:
    """A source and its edits.

    Attributes:
        line: its line in the corpus, from 0.
        source: the source, its tokens joined by one space.
        edits: the edits in their order.
        seed: the seed of sampled permutations, the same as anywhere else for this sentence.
    """

    line: int
    source: str
    edits: tuple[Edit, ...]
    seed: int


@dataclass(frozen=True)
class TimedAttribution:
    """An attribution, the values it was made from, and the seconds that all of it took."""

    attribution: Attribution
    table: ValueTable
    seconds: float


def draw_sentences(
    systems: Iterable[Sequence[tuple[str, Sequence[Edit]]]],
    *,
    min_edits: int,
    max_edits: int,
    seed: int,
) -> list[CorrectedSentence]:
    """The distinct corrected sentences with so many edits, in an order that their content decides.

    A prefix of the list is a sample of sentences that does not depend on the order of systems or
    lines, and a larger sample contains a smaller one.

    Args:
        systems: for each system the source and edits of every line.
        min_edits: fewest edits of a sentence.
        max_edits: most edits of a sentence.
        seed: the study's seed.
    """
    keyed: dict[tuple[int, str, str], Any] = {}
    for sentences in systems:
        for line, (text, edits) in enumerate(sentences):
            if min_edits <= len(edits) <= max_edits:
                tokens = tokenize(text)
                hypothesis = coalition_sentence(tokens, edits, full_mask(len(edits)))
                content = (" ".join(tokens), hypothesis)
                sampling_seed = sentence_seed(seed, *content)
                sentence = CorrectedSentence(line, content[0], tuple(edits), sampling_seed)
                keyed.setdefault((seed_from(seed, "sample", *content), *content), sentence)
    return [keyed[key] for key in sorted(keyed)]


def warm_up(metric: Scorer, sentences: Sequence[CorrectedSentence]) -> None:
    """Let the metric do once what only its first call has to do."""
    for sentence in sentences[:1]:
        metric.score([sentence.source], [sentence.source])


def attribute_directly(
    metric: Scorer, method: Method, sentence: CorrectedSentence
) -> TimedAttribution:
    """Attribute one sentence: make its coalitions, score them, and divide the value, all timed."""
    start = time.perf_counter()
    n = len(sentence.edits)
    masks = method.masks(n, sentence.seed)
    sentences = coalition_sentences(tokenize(sentence.source), sentence.edits, masks)
    values = np.asarray(metric.score([sentence.source] * len(masks), sentences), dtype=np.float64)
    table = ValueTable(n, masks, values)
    attribution = method.attribute(table, sentence.seed)
    return TimedAttribution(attribution, table, time.perf_counter() - start)
