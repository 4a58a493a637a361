"""ChERRANT's scores of a corpus; `metrics.cherrant` has the edits."""

from collections.abc import Sequence

import numpy as np

from gec_attribution.edits.matching import CountedEdits, choose_in_corpus, compare
from gec_attribution.judging.f_scores import Scores, corpus_scores
from gec_attribution.statistics.bootstrap import RESAMPLING, Resampling


def score(
    hypotheses: Sequence[CountedEdits],
    references: Sequence[Sequence[CountedEdits | None]],
    sampling: Resampling = RESAMPLING,
) -> Scores:
    """Scores of a corpus, whose hypotheses each have at least one reference.

    Each sentence takes the reference that makes F0.5 of the corpus up to there highest; among
    equals the one with the most true positives, the fewest false positives, the fewest false
    negatives, the first. In the resamples behind the intervals, it keeps it.
    """
    compared = (
        [compare(hypothesis, choice) for choice in choices if choice is not None]
        for hypothesis, choices in zip(hypotheses, references, strict=True)
    )
    counts = np.array(list(choose_in_corpus(compared)), dtype=np.float64).reshape(-1, 3)
    return corpus_scores(counts, sampling)
