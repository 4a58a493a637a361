"""Processor time of scoring explained Chinese corrections, part by part.

    python -m tools.benchmarks.chinese REFERENCES.json HYPOTHESES.json

prints seconds of one core as JSON: what is read and imported is not counted, alignments are made
anew for each part.
"""

import json
import sys
import time
from collections.abc import Callable, Sequence

from gec_attribution.explanations.records import ExplainedSentence, read_explanations
from gec_attribution.judging import cherrant_scores, cleme
from gec_attribution.judging.explanation_scores import score_explanations
from gec_attribution.languages.chinese_alignment import ChineseAligner, characters
from gec_attribution.metrics import cherrant


def measure(
    hypotheses: Sequence[ExplainedSentence], references: Sequence[ExplainedSentence]
) -> dict[str, float]:
    """Seconds of processor time for each measure, intervals included.

    Args:
        hypotheses: a system's sentences.
        references: those of the reference, with the same sources in the same order.

    Returns:
        cleme (alignment of both sides, dependent, all four scores), explanations, cherrant_side
        (alignment of the hypotheses, mean of both sides) and cherrant_comparison.
    """
    aligner = ChineseAligner()
    sources = [characters(sentence.source) for sentence in references]

    def score_cleme() -> None:
        proposed, expected = (
            [
                aligner.edits(source, characters(sentence.target))
                for source, sentence in zip(sources, side, strict=True)
            ]
            for side in (hypotheses, references)
        )
        corpus = cleme.judge_corpus(sources, proposed, [[edits] for edits in expected])
        for score in (cleme.score_corpus, cleme.score_sentences):
            for weighted in (False, True):
                score(corpus, weighted=weighted)

    annotated: list[list[cherrant.PooledEdits]] = []

    def annotate() -> None:
        for side in (hypotheses, references):
            pooled = (
                cherrant.pool(
                    cherrant.annotate(sentence.source, sentence.target, aligner.all_edits)
                )
                for sentence in side
            )
            annotated.append([edits or cherrant.PooledEdits() for edits in pooled])

    def compare() -> None:
        cherrant_scores.score(annotated[0], [[edits] for edits in annotated[1]])

    # What is loaded and remembered once belongs to no part.
    score_explanations(hypotheses[:1], references[:1])
    aligner.edits(sources[0], characters(references[0].target))
    return {
        "cleme": _seconds(score_cleme),
        "explanations": _seconds(lambda: score_explanations(hypotheses, references)),
        "cherrant_side": _seconds(annotate) / 2,
        "cherrant_comparison": _seconds(compare),
    }


def _seconds(part: Callable[[], object]) -> float:
    before = time.process_time()
    part()
    return time.process_time() - before


def main() -> None:
    """Measure what the command line names."""
    references, hypotheses = (read_explanations(path).sentences for path in sys.argv[1:3])
    sys.stdout.write(json.dumps(measure(hypotheses, references)) + "\n")


if __name__ == "__main__":
    main()
