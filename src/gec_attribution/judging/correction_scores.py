"""All scores of one system's corrections in a language, computed from texts."""

import functools
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np

from gec_attribution.edits.matching import (
    CountedEdits,
    Counts,
    choose_in_corpus,
    compare,
    corpus_counts,
)
from gec_attribution.edits.model import Edit, apply_edits
from gec_attribution.errors import InputError
from gec_attribution.judging import cleme
from gec_attribution.judging.edits_in_references import EditsOfLines, References
from gec_attribution.judging.f_scores import ByMeasure, Scores, corpus_scores
from gec_attribution.languages.base import MAX_TOKENS
from gec_attribution.languages.chinese_alignment import ChineseAligner, characters
from gec_attribution.languages.zh import CHINESE
from gec_attribution.metrics import cherrant, gleu
from gec_attribution.statistics.bootstrap import RESAMPLING, Resampling


class _Version(NamedTuple):
    """A correction: the edits of one alignment, for CLEME, and the annotation, for ChERRANT."""

    edits: Sequence[Edit]
    annotation: cherrant.Annotation


class _Sentence(NamedTuple):
    """A source that can be corrected, with a system's correction of it and the right ones."""

    source: Sequence[str]
    hypothesis: _Version
    references: list[_Version]


def chinese_scores(
    sources: Sequence[str],
    hypotheses: Sequence[str | cherrant.Annotation],
    references: Sequence[Sequence[str | cherrant.Annotation]],
    aligner: ChineseAligner,
    sampling: Resampling = RESAMPLING,
) -> ByMeasure:
    """CLEME and ChERRANT of Chinese corrections.

    Args:
        sources: texts.
        hypotheses: a system's correction of each: a text, or its edits in each alignment.
        references: corrections of each source that count as right, in any number. Where
            all say that a source cannot be corrected, the sentence is left out.
        aligner: finds the edits of texts.
        sampling: resamples of the sentences behind each interval.

    Returns:
        The scores of ("cleme", dependent or independent, corpus or sentence, unweighted or
        weighted) and of ("cherrant", all or first).

    Raises:
        InputError: a text has more than `MAX_TOKENS` characters; names the sentence.
    """
    # Both measures look at the same pairs of texts, and some pairs occur again and again.
    all_edits = functools.cache(aligner.all_edits)
    sentences = []
    lines = zip(sources, hypotheses, references, strict=True)
    for number, (source, hypothesis, choices) in enumerate(lines, start=1):
        _check_length(number, [source, hypothesis, *choices])
        versions = [_version(source, choice, all_edits) for choice in choices]
        right = [version for version in versions if version.annotation is not None]
        if right:
            version = _version(source, hypothesis, all_edits)
            sentences.append(_Sentence(characters(source), version, right))
    return {
        **_cleme_scores(sentences, sampling),
        **_cherrant_scores(sentences, sampling),
    }


def _check_length(
    number: int, corrections: Sequence[str | cherrant.Annotation]
) -> None:
    longest = max(len(text) for text in corrections if isinstance(text, str))
    if longest > MAX_TOKENS:
        raise InputError(
            f"sentence {number}: a text has {longest} characters; edits are sought among at "
            f"most {MAX_TOKENS}, so cut it into sentences"
        )


def _version(
    source: str, correction: str | cherrant.Annotation, all_edits: cherrant.FindEdits
) -> _Version:
    if not isinstance(correction, str):
        edits = correction[0] if correction else ()
        return _Version(edits, correction)
    annotation = cherrant.annotate(source, correction, all_edits)
    if CHINESE.unspaced(correction) in {cherrant.NO_ERROR, cherrant.NOT_ANNOTATABLE}:
        return _Version((), annotation)
    alignments = all_edits(characters(source), characters(correction))
    return _Version(alignments[0], annotation)


def _cleme_scores(sentences: Sequence[_Sentence], sampling: Resampling) -> ByMeasure:
    tokens = []
    corrected = []
    expected = []
    for one in sentences:
        tokens.append(one.source)
        corrected.append(one.hypothesis.edits)
        expected.append([reference.edits for reference in one.references])
    levels = {"corpus": cleme.score_corpus, "sentence": cleme.score_sentences}
    scores: ByMeasure = {}
    for assumption in cleme.ASSUMPTIONS:
        corpus = cleme.judge_corpus(tokens, corrected, expected, assumption)
        for level, score in levels.items():
            measure = ("cleme", assumption, level)
            scores[*measure, "unweighted"] = score(corpus, sampling, weighted=False)
            scores[*measure, "weighted"] = score(corpus, sampling, weighted=True)
    return scores


def _cherrant_scores(sentences: Sequence[_Sentence], sampling: Resampling) -> ByMeasure:
    scores: ByMeasure = {}
    for alignments in cherrant.ALIGNMENTS:
        proposed = []
        right = []
        for one in sentences:
            pooled = cherrant.pool(one.hypothesis.annotation, alignments)
            # A system that cannot correct a sentence leaves it as it is.
            proposed.append(pooled or CountedEdits())
            annotations = [reference.annotation for reference in one.references]
            right.append([cherrant.pool(each, alignments) for each in annotations])
        scores["cherrant", alignments] = score_counted(proposed, right, sampling)
    return scores


def score_counted(
    hypotheses: Sequence[CountedEdits],
    references: Sequence[Sequence[CountedEdits | None]],
    sampling: Resampling = RESAMPLING,
) -> Scores:
    """ChERRANT's scores of a corpus, whose hypotheses each have at least one reference.

    Each sentence takes the reference that makes F0.5 of the corpus up to there highest; among
    equals the one with the most true positives, the fewest false positives, the fewest false
    negatives, the first. In the resamples behind the intervals, it keeps it.
    """
    compared = []
    for hypothesis, choices in zip(hypotheses, references, strict=True):
        right = [choice for choice in choices if choice is not None]
        compared.append([compare(hypothesis, choice) for choice in right])
    return _scores_of(choose_in_corpus(compared), sampling)


def _scores_of(chosen: Iterable[Counts], sampling: Resampling) -> Scores:
    """Scores of the counts of each sentence, against the reference chosen for it."""
    counts = np.array(list(chosen), dtype=np.float64).reshape(-1, 3)
    return corpus_scores(counts, sampling)


def errant_scores(
    sources: Sequence[Sequence[str]],
    hypotheses: EditsOfLines,
    references: References,
    sampling: Resampling = RESAMPLING,
) -> ByMeasure:
    """ERRANT's scores and GLEU of corrections.

    Args:
        sources: the tokens of each sentence.
        hypotheses: the edits of a system's correction of each.
        references: the edits of each of its references.
        sampling: resamples of the sentences behind each interval.

    Returns:
        The scores of ("errant",), and GLEU without a name of the measure. Edits without a
        correction change no text.
    """
    corrected = list(map(_corrected, sources, hypotheses))
    expected = []
    for source, choices in zip(sources, references, strict=True):
        expected.append([_corrected(source, edits) for edits in choices])
    counts = corpus_counts(hypotheses, references)
    overlaps = gleu.statistics(sources, corrected, expected)
    overlap = sampling.statistic(
        lambda weights: gleu.score(overlaps, weights), len(sources)
    )
    return {
        ("errant",): _scores_of(counts, sampling),
        (): Scores({}, {"gleu": overlap}),
    }


def _corrected(source: Sequence[str], edits: Sequence[Edit]) -> list[str]:
    return apply_edits(source, [edit for edit in edits if edit.corrects])
