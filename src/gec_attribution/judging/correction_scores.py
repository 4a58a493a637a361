"""All scores of one system's corrections in a language, computed from texts."""

import functools
from collections.abc import Sequence

import numpy as np

from gec_attribution.edits.matching import CountedEdits, corpus_counts
from gec_attribution.edits.model import Edit, apply_edits
from gec_attribution.errors import InputError
from gec_attribution.judging import cherrant_scores, cleme
from gec_attribution.judging.f_scores import Scores, corpus_scores
from gec_attribution.languages.base import MAX_TOKENS
from gec_attribution.languages.chinese_alignment import ChineseAligner, characters
from gec_attribution.languages.zh import CHINESE
from gec_attribution.metrics import cherrant, gleu
from gec_attribution.statistics.bootstrap import RESAMPLING, Resampling


def chinese_scores(
    sources: Sequence[str],
    hypotheses: Sequence[str | cherrant.Annotation],
    references: Sequence[Sequence[str | cherrant.Annotation]],
    aligner: ChineseAligner,
    sampling: Resampling = RESAMPLING,
) -> dict[tuple[str, ...], Scores]:
    """CLEME and ChERRANT of Chinese corrections.

    Args:
        sources: texts.
        hypotheses: a system's correction of each: a text, or its edits in each alignment.
        references: likewise the corrections of each that count as right, in any number. Where
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

    def version(
        source: str, correction: str | cherrant.Annotation
    ) -> tuple[tuple[Edit, ...], cherrant.Annotation]:
        """The edits of one alignment, for CLEME, and the annotation, for ChERRANT."""
        if not isinstance(correction, str):
            return correction[0] if correction else (), correction
        annotation = cherrant.annotate(source, correction, all_edits)
        if CHINESE.unspaced(correction) in {cherrant.NO_ERROR, cherrant.NOT_ANNOTATABLE}:
            return (), annotation
        return all_edits(characters(source), characters(correction))[0], annotation

    judged = []
    lines = zip(sources, hypotheses, references, strict=True)
    for number, (source, hypothesis, choices) in enumerate(lines, start=1):
        texts = [text for text in (source, hypothesis, *choices) if isinstance(text, str)]
        if (longest := max(map(len, texts))) > MAX_TOKENS:
            raise InputError(
                f"sentence {number}: a text has {longest} characters; edits are sought among at "
                f"most {MAX_TOKENS}, so cut it into sentences"
            )
        right = [version(source, choice) for choice in choices]
        right = [(edits, annotation) for edits, annotation in right if annotation is not None]
        if right:
            judged.append((characters(source), version(source, hypothesis), right))
    tokens = [source for source, _, _ in judged]
    corrected = [edits for _, (edits, _), _ in judged]
    expected = [[edits for edits, _ in choices] for _, _, choices in judged]
    scores: dict[tuple[str, ...], Scores] = {}
    for assumption in cleme.ASSUMPTIONS:
        corpus = cleme.judge_corpus(tokens, corrected, expected, assumption)
        for level, score in (("corpus", cleme.score_corpus), ("sentence", cleme.score_sentences)):
            for name, weighted in (("unweighted", False), ("weighted", True)):
                scored = score(corpus, sampling, weighted=weighted)
                scores["cleme", assumption, level, name] = scored
    for alignments in cherrant.ALIGNMENTS:
        pool = functools.partial(cherrant.pool, alignments=alignments)
        scores["cherrant", alignments] = cherrant_scores.score(
            [pool(annotation) or CountedEdits() for _, (_, annotation), _ in judged],
            [[pool(annotation) for _, annotation in choices] for _, _, choices in judged],
            sampling,
        )
    return scores


def errant_scores(
    sources: Sequence[Sequence[str]],
    hypotheses: Sequence[Sequence[Edit]],
    references: Sequence[Sequence[Sequence[Edit]]],
    sampling: Resampling = RESAMPLING,
) -> dict[tuple[str, ...], Scores]:
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
    expected = [
        [_corrected(source, edits) for edits in choices]
        for source, choices in zip(sources, references, strict=True)
    ]
    counts = np.array(corpus_counts(hypotheses, references), dtype=np.float64).reshape(-1, 3)
    overlaps = gleu.statistics(sources, corrected, expected)
    overlap = sampling.statistic(lambda weights: gleu.score(overlaps, weights), len(sources))
    return {("errant",): corpus_scores(counts, sampling), (): Scores({}, {"gleu": overlap})}


def _corrected(source: Sequence[str], edits: Sequence[Edit]) -> list[str]:
    return apply_edits(source, [edit for edit in edits if edit.corrects])
