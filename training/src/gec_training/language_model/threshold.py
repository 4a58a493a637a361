"""Finding the threshold above which the language model's corrections are best.

Only the first round of corrections is looked at: it makes nearly all of them, and every threshold
is then judged by the same likelihoods. Corrections are judged by the edits that the language finds
in them: in Chinese, neighbouring ones are joined.
"""

import functools
import logging
from collections.abc import Sequence
from pathlib import Path

import pandas as pd

from gec_attribution.edits.model import Edit, apply_edits
from gec_attribution.judging.errant_scores import corpus_score
from gec_attribution.languages import load_extractor
from gec_attribution.languages.base import Extractor
from gec_attribution.plugins.settings import Settings
from gec_attribution.systems.edit_likelihoods import EditLikelihoods
from gec_attribution.systems.language_model import PROPOSALS, accept, judged
from gec_training.data.annotations import Annotated

logger = logging.getLogger(__name__)

NEAR = 0.01
# Nats per token.
THRESHOLDS = tuple(round(0.01 * step, 2) for step in range(5, 61))


def tune_threshold(
    sentences: Sequence[Annotated],
    language_model: Path,
    device: str = "auto",
    *,
    language: str = "en",
) -> pd.DataFrame:
    """How good the corrections are with each threshold.

    Args:
        sentences: tokenised sources, and the edits of each of their references.
        language_model: folder of the causal language model.
        device: what it runs on.
        language: of the sentences, `en` or `zh`.

    Returns:
        threshold, precision, recall, f (F0.5 against the best reference); a row each, ascending.
    """
    proposals = PROPOSALS[language]
    likelihoods = EditLikelihoods(
        language_model, Settings(device=device), proposals.before, proposals.margin
    )
    read = [(tokens, refs) for tokens, refs in sentences if likelihoods.reads(tokens)]
    judgements = []
    for number, (tokens, _) in enumerate(read, start=1):
        judgements.append(judged(likelihoods, tokens, proposals.edits(tokens), proposals.costs))
        if number % 100 == 0:
            logger.info("%d of %d sentences read", number, len(read))
    rows = []
    for threshold in THRESHOLDS:
        accepted = [accept(edits, gains, threshold) for edits, gains in judgements]
        hypotheses = [
            edits if language == "en" else joined(tuple(tokens), tuple(apply_edits(tokens, edits)))
            for (tokens, _), edits in zip(read, accepted, strict=True)
        ]
        _, scores = corpus_score(hypotheses, [references for _, references in read])
        rows.append((threshold, *scores))
    return pd.DataFrame(rows, columns=["threshold", "precision", "recall", "f"])


@functools.cache
def joined(source: tuple[str, ...], corrected: tuple[str, ...]) -> Sequence[Edit]:
    """The edits of a Chinese correction."""
    (edits,) = _extractor().find_edits([(source, corrected)])
    return tuple(edits)


@functools.cache
def _extractor() -> Extractor:
    return load_extractor("zh")


def best_threshold(table: pd.DataFrame) -> float:
    """The lowest threshold whose F0.5 is at most `NEAR` below the best.

    F0.5 is flat around its best; of thresholds as good as each other the lowest corrects most.
    """
    near = table["f"] >= table["f"].max() - NEAR
    return float(table.loc[near, "threshold"].min())
