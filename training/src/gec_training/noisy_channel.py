"""Learning a channel from learners' sentences, and finding its weight and its threshold."""

import logging
from collections.abc import Sequence
from pathlib import Path

import pandas as pd

from gec_attribution.edits.model import apply_edits
from gec_attribution.judging.errant_scores import corpus_score
from gec_attribution.languages import load_extractor
from gec_attribution.plugins.settings import Settings
from gec_attribution.systems.edit_table import EditTable, learn_table
from gec_attribution.systems.language_model import accept
from gec_attribution.systems.noisy_channel import chinese_likelihoods, weighed
from gec_training.data.annotations import Annotated
from gec_training.language_model.threshold import joined

logger = logging.getLogger(__name__)

WEIGHTS = (0.0, 0.5, 1.0, 2.0, 3.0, 4.0, 5.0)
# Nats.
THRESHOLDS = tuple(float(nats) for nats in range(-4, 13))


def learn_channel(pairs: Sequence[tuple[str, str]]) -> EditTable:
    """The table of the phrases that were corrected in Chinese sentences.

    Args:
        pairs: sources and corrections.
    """
    extracted = load_extractor("zh").extract(list(pairs))
    return learn_table(
        [(list(source), [edits]) for (source, _), edits in zip(pairs, extracted, strict=True)]
    )


def tune_noisy_channel(
    sentences: Sequence[Annotated], table: EditTable, language_model: Path, device: str = "auto"
) -> pd.DataFrame:
    """How good the corrections are with each weight and threshold.

    Args:
        sentences: characters of the sources, and the edits of each of their references.
        table: the channel.
        language_model: folder of the causal language model.
        device: what it runs on.

    Returns:
        weight, threshold, precision, recall, f (F0.5 against the best reference); a row each.
    """
    likelihoods = chinese_likelihoods(language_model, Settings(device=device))
    read = [(tokens, refs) for tokens, refs in sentences if likelihoods.reads(tokens)]
    proposed = []
    for number, (tokens, _) in enumerate(read, start=1):
        proposed.append(weighed(likelihoods, table, tokens))
        if number % 100 == 0:
            logger.info("%d of %d sentences read", number, len(read))
    references = [own for _, own in read]
    rows = []
    for weight in WEIGHTS:
        for threshold in THRESHOLDS:
            accepted = [
                accept(edits, gains + weight * odds, threshold) for edits, gains, odds in proposed
            ]
            hypotheses = [
                joined(tuple(tokens), tuple(apply_edits(tokens, edits)))
                for (tokens, _), edits in zip(read, accepted, strict=True)
            ]
            _, scores = corpus_score(hypotheses, references)
            rows.append((weight, threshold, *scores))
    return pd.DataFrame(rows, columns=["weight", "threshold", "precision", "recall", "f"])


def best_setting(table: pd.DataFrame) -> dict[str, float]:
    """The weight and the threshold with the highest F0.5, the first of several."""
    best = table.loc[table["f"].idxmax()]
    return {"weight": float(best["weight"]), "threshold": float(best["threshold"])}
