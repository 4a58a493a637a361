"""CLEME (Ye et al. 2023): corrections compared chunk by chunk, with any number of references.

The chunks of a sentence are shared by the hypothesis and all references. Where the hypothesis
changes one, it is a true positive if a reference has the same correction there, else a false
positive; where it leaves one, it is a false negative if a reference changes it (Dependent: the
reference it is compared with; Independent: all of them), else a true negative. So a wrong
correction in the right place is one false positive, and not also a false negative.

Longer chunks weigh more where they are right or missed, and less where they are wrong
(`length_weights`). Scores are those of the authors' code.
"""

import math
from collections.abc import Sequence
from typing import Literal, NamedTuple

import numpy as np

from gec_attribution.edits.chunks import Chunk, changed_spans, chunks, unchanged_spans
from gec_attribution.judging.edits_in_references import EditsOfLines, References
from gec_attribution.judging.f_scores import (
    Scores,
    corpus_scores,
    divided,
    f_scores,
    with_counts,
)
from gec_attribution.statistics.bootstrap import Resampling

# Bounds and scale of the length weights (Section 3.3 of the paper; the defaults of its code).
SMALLEST_WEIGHT = 0.75
LARGEST_WEIGHT = 1.25
SCALE = 2.0

Assumption = Literal["dependent", "independent"]
ASSUMPTIONS: tuple[Assumption, ...] = ("dependent", "independent")


class JudgedChunks(NamedTuple):
    """A hypothesis' chunks compared with a reference.

    Attributes:
        tp: lengths, in tokens, of the chunks corrected as in the reference.
        fp: lengths of the chunks corrected otherwise.
        fn: lengths of the chunks that should have been corrected.
        tn: number of the chunks rightly left unchanged.
    """

    tp: tuple[int, ...]
    fp: tuple[int, ...]
    fn: tuple[int, ...]
    tn: int


class Corpus(NamedTuple):
    """All chunks of a corpus.

    Attributes:
        sentences: hypothesis of each sentence, judged by each reference; where references are
            independent, once, by all of them together.
        mean_length: mean length in tokens of the chunks that references change; NaN if they change
            none.
    """

    sentences: list[list[JudgedChunks]]
    mean_length: float


def judge_corpus(
    sources: Sequence[Sequence[str]],
    hypotheses: EditsOfLines,
    references: References,
    assumption: Assumption = "dependent",
) -> Corpus:
    """Cut each sentence into chunks and judge those of the hypothesis.

    Args:
        sources: the tokens of each source.
        hypotheses: the edits of each hypothesis.
        references: the edits of each reference of each sentence, at least one.
        assumption: whether the corrections of a reference depend on each other.
    """
    judged = []
    lengths: list[int] = []
    for source, hypothesis, choices in zip(
        sources, hypotheses, references, strict=True
    ):
        spans = changed_spans([hypothesis, *choices])
        proposed = chunks(source, hypothesis, spans)
        expected = [chunks(source, choice, spans) for choice in choices]
        untouched = len(list(unchanged_spans(spans, len(source))))
        for version in expected:
            lengths += [chunk.length for chunk in version if chunk.edits]
        groups = [expected]
        if assumption == "dependent":
            groups = [[version] for version in expected]
        judged.append([_judge(proposed, group, untouched) for group in groups])
    mean_length = float(np.mean(lengths)) if lengths else math.nan
    return Corpus(judged, mean_length)


def length_weights(
    lengths: Sequence[int], mean_length: float, *, wrong: bool
) -> np.ndarray:
    """The weights of chunks by their lengths in tokens, between 0.75 and 1.25.

    `mean_length` is of the chunks that references change. If they change none, which leaves the
    published weights undefined, every weight is 1. Wrong chunks, false positives, weigh less the
    longer they are.
    """
    if np.isnan(mean_length):
        return np.ones(len(lengths))
    excess = np.asarray(lengths, dtype=np.float64) - mean_length
    if not wrong:
        excess = -excess
    weights = SCALE / (1 + (SCALE - 1) * np.exp(excess))
    return np.clip(weights, SMALLEST_WEIGHT, LARGEST_WEIGHT)


def score_corpus(corpus: Corpus, sampling: Resampling, *, weighted: bool) -> Scores:
    """Scores of the summed counts of all sentences; with `weighted`, chunks count by their length.

    Each sentence takes the reference that makes F0.5 of the corpus up to there highest; among
    equals the one with the most true positives, the fewest false positives, the fewest false
    negatives, the most true negatives, the first. In the resamples behind the intervals, it keeps
    it.
    """
    total = np.zeros(4)
    chosen = []
    for choices in _counts(corpus, weighted):
        tp, fp, fn, _ = (total + choices).T
        # Rounded as in the published code: references that differ by less are equal.
        f = f_scores(tp, fp, fn).f.round(4)
        preferred = choices * [1, -1, -1, 1]
        ranks = list(zip(f, *preferred.T, strict=True))
        best = choices[ranks.index(max(ranks))]
        chosen.append(best)
        total = total + best
    return corpus_scores(np.array(chosen).reshape(-1, 4), sampling, weighted=weighted)


def score_sentences(corpus: Corpus, sampling: Resampling, *, weighted: bool) -> Scores:
    """Means of the scores of single sentences; arguments are those of `score_corpus`.

    Each sentence takes the reference with the highest F0.5; among equals the one with the highest
    precision, recall, accuracy, the first.
    """
    chosen = []
    scores = []
    for choices in _counts(corpus, weighted):
        precision, recall, f = f_scores(*choices.T[:3])
        right = choices[:, 0] + choices[:, 3]
        all_chunks = choices.sum(axis=1)
        accuracy = divided(right, all_chunks, otherwise=0)
        ranks = np.stack([f, precision, recall, accuracy], axis=1).round(4).tolist()
        best = ranks.index(max(ranks))
        chosen.append(choices[best])
        scores.append((precision[best], recall[best], f[best]))
    table = np.array(scores).reshape(-1, 3)
    means = sampling.mean(table, np.arange(len(table)))
    return with_counts(np.array(chosen).reshape(-1, 4), means, weighted=weighted)


def _judge(
    proposed: Sequence[Chunk], references: Sequence[Sequence[Chunk]], untouched: int
) -> JudgedChunks:
    """Judge the chunks of a hypothesis by references, any of which may be right."""
    tp: list[int] = []
    fp: list[int] = []
    fn: list[int] = []
    tn = untouched
    for chunk, expected in zip(proposed, zip(*references, strict=True), strict=True):
        changed = [reference for reference in expected if reference.edits]
        if chunk.edits:
            corrections = [reference.correction for reference in changed]
            if chunk.correction in corrections:
                tp.append(chunk.length)
            else:
                fp.append(chunk.length)
        elif len(changed) == len(expected):
            fn.append(chunk.length)
        else:
            tn += 1
    return JudgedChunks(tuple(tp), tuple(fp), tuple(fn), tn)


def _counts(corpus: Corpus, weighted: bool) -> list[np.ndarray]:
    """Numbers, or weights, of the chunks of each kind, (references, 4) for each sentence."""

    def total(lengths: Sequence[int], *, wrong: bool = False) -> float:
        if not weighted:
            return float(len(lengths))
        return float(length_weights(lengths, corpus.mean_length, wrong=wrong).sum())

    counts = []
    for choices in corpus.sentences:
        rows = []
        for judged in choices:
            wrong = total(judged.fp, wrong=True)
            rows.append((total(judged.tp), wrong, total(judged.fn), judged.tn))
        counts.append(np.array(rows))
    return counts
