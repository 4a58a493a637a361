"""GLEU, an n-gram score for corrections (Napoles et al. 2015, and 2016 "GLEU Without Tuning").

N-grams shared with the reference count for a hypothesis; n-grams kept from the source that the
reference lacks count against it. With several references, the score is the
mean over random draws of one reference per sentence, among those that the sentence has.

Scores are those of the authors' script `compute_gleu`, with which the results on JFLEG were
published. It departs from equation 1 of 2016 in that an n-gram of the reference never counts
against a hypothesis, even if the source has it more often. It ran on Python 2, and its draws need
that version's generator; the mean of 500 other draws differs by about 0.0004. They depend on the
position of a sentence in its corpus, not on its content.
"""

import functools
import random
from collections import Counter
from collections.abc import Sequence
from typing import Annotated, NamedTuple

import numpy as np
from pydantic import Field

from gec_attribution.languages import load_language
from gec_attribution.metrics.base import ReferenceMetric, References

Tokens = Sequence[str]

ORDER = 4
DRAWS = 500
# Draw d of the published script has the seed 101 d.
SEED_STEP = 101


class Statistics(NamedTuple):
    """Counts of which GLEU is computed: it is a function of their sums over sentences.

    Attributes:
        possible: (sentences, ORDER) n-grams in the hypothesis; those of order 1 are its length.
        matched: (sentences, references, ORDER) n-grams that count for it; 0 beyond the references
            that a sentence has.
        lengths: (sentences, references) tokens of each reference; 0 beyond those that a sentence
            has.
        references: how many references each sentence has.
    """

    possible: np.ndarray
    matched: np.ndarray
    lengths: np.ndarray
    references: tuple[int, ...]


class Gleu(ReferenceMetric):
    """GLEU of a single sentence, in [0, 1]: the mean over its references.

    Counts of 0 are taken for 1, as the authors' script does for single sentences; of a corpus it
    does not (`score`).
    """

    version = 1

    def __init__(
        self,
        language: Annotated[
            str | None,
            Field(
                description="Language whose tokens are compared; by default that of the texts."
            ),
        ] = None,
    ) -> None:
        self.language = language

    def score(
        self,
        sources: Sequence[str],
        hypotheses: Sequence[str],
        references: References = (),
    ) -> np.ndarray:
        """See `ReferenceMetric.score`."""
        language = load_language(self.language or self.text_language)
        tokenize = functools.cache(language.tokenize)
        scores = np.empty(len(hypotheses))
        pairs = zip(sources, hypotheses, references, strict=True)
        for row, (source, hypothesis, choices) in enumerate(pairs):
            expected = list(map(tokenize, choices))
            scores[row] = sentence_gleu(
                tokenize(source), tokenize(hypothesis), expected
            )
        return scores

    def store_signature(self) -> dict[str, object]:
        """See `Metric.store_signature`."""
        return {**super().store_signature(), **self.texts_signature()}


def sentence_gleu(
    source: Tokens, hypothesis: Tokens, references: Sequence[Tokens]
) -> float:
    """GLEU of one sentence, with counts of 0 taken for 1: the mean over its references."""
    counts = statistics([source], [hypothesis], [references])
    possible = np.maximum(counts.possible[0], 1)
    matched = np.maximum(counts.matched[0], 1)
    lengths = np.maximum(counts.lengths[0], 1)
    brevity = np.minimum(0, 1 - lengths / possible[0])
    precision = np.log(matched / possible).mean(axis=-1)
    return float(np.exp(brevity + precision).mean())


def statistics(
    sources: Sequence[Tokens],
    hypotheses: Sequence[Tokens],
    references: Sequence[Sequence[Tokens]],
) -> Statistics:
    """Compare each correction with each of its references, of which it has one at least."""
    numbers = tuple(map(len, references))
    shape = (len(numbers), max(numbers, default=0))
    possible = np.zeros((len(numbers), ORDER))
    matched = np.zeros((*shape, ORDER))
    lengths = np.zeros(shape)
    sentences = zip(sources, hypotheses, references, strict=True)
    for row, (source, hypothesis, choices) in enumerate(sentences):
        source_ngrams = _ngrams(source)
        ngrams = _ngrams(hypothesis)
        possible[row] = list(map(Counter.total, ngrams))
        for number, choice in enumerate(choices):
            matched[row, number] = list(
                map(_matched, ngrams, source_ngrams, _ngrams(choice))
            )
            lengths[row, number] = len(choice)
    return Statistics(possible, matched, lengths, numbers)


def score(counts: Statistics, weights: np.ndarray) -> np.ndarray:
    """GLEU of corpora made of the same sentences.

    Args:
        counts: the statistics of the sentences.
        weights: (corpora, sentences) how often each corpus has each sentence.

    Returns:
        (corpora,) in [0, 1]. As in the published script, a draw in which any count is 0 scores 0.
    """
    sentences = len(counts.references)
    rows = np.arange(sentences)[:, None]
    drawn = draw_references(counts.references)
    possible = (weights @ counts.possible)[:, None, :]
    lengths = weights @ counts.lengths[rows, drawn]
    of_sentences = counts.matched[rows, drawn].reshape(sentences, -1)
    matched = (weights @ of_sentences).reshape(*lengths.shape, ORDER)
    with np.errstate(divide="ignore", invalid="ignore"):
        brevity = np.minimum(0, 1 - lengths / possible[..., 0])
        precision = np.log(matched / possible).mean(axis=-1)
        scores = np.exp(brevity + precision)
    has_ngrams = (possible > 0).all(axis=-1) & (matched > 0).all(axis=-1)
    return np.where(has_ngrams & (lengths > 0), scores, 0).mean(axis=1)


@functools.cache
def draw_references(references: tuple[int, ...]) -> np.ndarray:
    """The index of the reference that each draw takes for each sentence: (sentences, draws).

    `references` are the numbers of references that the sentences have.
    """
    has_choice = max(references, default=1) > 1
    draws = []
    for draw in range(DRAWS if has_choice else 1):
        generator = random.Random(SEED_STEP * draw)  # noqa: S311
        # Python 2's `randint`; Python 3's makes other numbers from the same generator.
        draws.append([int(generator.random() * number) for number in references])
    return np.array(draws, dtype=np.int64).T


def _ngrams(tokens: Tokens) -> list[Counter]:
    """The n-grams of each order, counted."""
    counts = []
    for order in range(1, ORDER + 1):
        shifted = [tokens[start:] for start in range(order)]
        counts.append(Counter(zip(*shifted, strict=False)))
    return counts


def _matched(hypothesis: Counter, source: Counter, reference: Counter) -> int:
    """N-grams shared with the reference less those kept from the source against it; at least 0."""
    matched = 0
    for ngram, count in hypothesis.items():
        if ngram in reference:
            matched += min(count, reference[ngram])
        else:
            matched -= min(count, source[ngram])
    return max(0, matched)
