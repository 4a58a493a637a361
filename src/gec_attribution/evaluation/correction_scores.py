"""All scores of one system's corrections in a language, from texts alone."""

import functools
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from gec_attribution.edits.model import Edit, apply_edits, tokenize
from gec_attribution.evaluation import bootstrap, cherrant, cleme, gleu
from gec_attribution.evaluation.bootstrap import Resampled
from gec_attribution.evaluation.errant_scores import corpus_counts
from gec_attribution.evaluation.f_scores import CorpusScores, corpus_scores
from gec_attribution.languages.chinese_alignment import ChineseAligner, characters


class Scores(NamedTuple):
    """One measure's counts and scores.

    Attributes:
        counts: the sum of each kind of edits or chunks, weighted or not.
        scores: precision, recall and f0_5 with their intervals, in [0, 1].
    """

    counts: Mapping[str, float]
    scores: Mapping[str, Resampled]


ChineseScores = Mapping[tuple[str, ...], Scores]


def chinese_scores(
    sources: Sequence[str],
    hypotheses: Sequence[str],
    references: Sequence[Sequence[str]],
    aligner: ChineseAligner,
    *,
    resamples: int = 1000,
    seed: int = 0,
) -> ChineseScores:
    """CLEME and ChERRANT of Chinese corrections.

    Args:
        sources: texts.
        hypotheses: a system's correction of each.
        references: the corrections of each that count as right, in any number.
        aligner: finds the edits.
        resamples: bootstrap resamples of the sentences behind each interval.
        seed: seed of the resampling.

    Returns:
        The scores of ("cleme", dependent or independent, corpus or sentence, unweighted or
        weighted) and of ("cherrant", all or first).
    """
    # Both look at the same pairs of texts, and each of them twice.
    all_edits = functools.cache(aligner.all_edits)
    tokens = list(map(characters, sources))

    def first_edits(source: tuple[str, ...], text: str) -> Sequence[Edit]:
        return all_edits(source, characters(text))[0]

    corrected = list(map(first_edits, tokens, hypotheses))
    expected = [
        [first_edits(source, text) for text in texts]
        for source, texts in zip(tokens, references, strict=True)
    ]
    found: dict[tuple[str, ...], Scores] = {}
    for assumption in cleme.ASSUMPTIONS:
        corpus = cleme.judge_corpus(tokens, corrected, expected, assumption)
        for level, score in (("corpus", cleme.score_corpus), ("sentence", cleme.score_sentences)):
            for name, weighted in (("unweighted", False), ("weighted", True)):
                of_level = score(corpus, weighted=weighted, resamples=resamples, seed=seed)
                found["cleme", assumption, level, name] = _scores(of_level)
    for alignments in cherrant.ALIGNMENTS:
        annotate = functools.partial(cherrant.annotate, all_edits=all_edits, alignments=alignments)
        proposed = [annotate(*pair) or cherrant.PooledEdits() for pair in
                    zip(sources, hypotheses, strict=True)]  # fmt: skip
        right = [
            [annotate(source, text) for text in texts]
            for source, texts in zip(sources, references, strict=True)
        ]
        found["cherrant", alignments] = _scores(
            cherrant.score(proposed, right, resamples=resamples, seed=seed)
        )
    return found


def english_scores(
    sources: Sequence[str],
    hypotheses: Sequence[Sequence[Edit]],
    references: Sequence[Sequence[Sequence[Edit]]],
    *,
    resamples: int = 1000,
    seed: int = 0,
) -> tuple[Scores, Resampled]:
    """ERRANT's scores and GLEU of English corrections.

    Args:
        sources: tokenised sentences.
        hypotheses: the edits of a system's correction of each.
        references: the edits of each of its references, as many for every source.
        resamples: bootstrap resamples of the sentences behind each interval.
        seed: seed of the resampling.

    Raises:
        InputError: a source has another number of references than the first.
    """
    tokens = list(map(tokenize, sources))
    corrected = list(map(apply_edits, tokens, hypotheses))
    expected = [
        [apply_edits(source, edits) for edits in choices]
        for source, choices in zip(tokens, references, strict=True)
    ]
    overlaps = gleu.statistics(tokens, corrected, expected)
    resampling = {"resamples": resamples, "seed": seed}
    counts = np.array(corpus_counts(hypotheses, references), dtype=np.float64).reshape(-1, 3)
    errant = _scores(corpus_scores(counts, **resampling))
    of_gleu = bootstrap.statistic(
        lambda weights: gleu.score(overlaps, weights), len(tokens), **resampling
    )
    return errant, of_gleu


def _scores(found: CorpusScores) -> Scores:
    kinds = ("tp", "fp", "fn", "tn")[: found.counts.shape[1]]
    totals = found.counts.sum(axis=0).tolist()
    return Scores(
        dict(zip(kinds, totals, strict=True)),
        {"precision": found.precision, "recall": found.recall, "f0_5": found.f},
    )
