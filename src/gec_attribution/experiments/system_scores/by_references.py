"""Quality of the systems' corrections: ERRANT's F0.5 and GLEU against the references."""

import sys
from collections.abc import Mapping, Sequence
from functools import partial

import numpy as np
import pandas as pd

from gec_attribution.edits.matching import Counts, corpus_counts, score
from gec_attribution.edits.model import Edit, apply_edits
from gec_attribution.languages import Language
from gec_attribution.languages.en import ENGLISH
from gec_attribution.metrics import gleu
from gec_attribution.statistics import bootstrap
from gec_attribution.statistics.rows import result_row
from gec_attribution.storage.signatures import format_signature
from gec_attribution.tables.labels import UNCHANGED


def reference_scores(
    dataset: str,
    sources: Sequence[str],
    systems: Mapping[str, Sequence[Sequence[Edit]]],
    references: Sequence[Sequence[Sequence[Edit]]],
    *,
    resamples: int = 1000,
    seed: int = 0,
    language: Language = ENGLISH,
) -> pd.DataFrame:
    """Every system's scores, after those of the unchanged source.

    Precision, recall and F0.5 are those of `errant_compare`. In the resamples behind its interval,
    a line keeps the reference with which the corpus score compares it.

    Args:
        dataset: its name.
        sources: the source of each line.
        systems: for each system the edits of each line.
        references: for each line the edits of each reference.
        resamples: bootstrap resamples behind each interval.
        seed: the study's seed.
        language: the language of the sentences, whose tokens GLEU counts.

    Returns:
        dataset, system, sentences, changed (share of sentences with an edit), edits, tp, fp, fn,
        precision, recall, f, f_low, f_high, f_sources (lines with an edit of the system or the
        reference, on which F0.5 draws), gleu, gleu_low, gleu_high (scores in [0, 1]), note (why
        F0.5 has no interval; GLEU draws on every sentence), signature.
    """
    # Each word of the corpus is kept once.
    tokens = [list(map(sys.intern, language.tokenize(source))) for source in sources]
    corrected = [
        [apply_edits(source, edits) for edits in choices]
        for source, choices in zip(tokens, references, strict=True)
    ]
    resampling = bootstrap.resampling_of(dataset, resamples, seed)
    signature = format_signature({"gleu_draws": gleu.DRAWS, "resamples": resamples, "seed": seed})
    rows = []
    for system, edits in {UNCHANGED: [()] * len(tokens), **systems}.items():
        counts = np.array(corpus_counts(edits, references))
        overlaps = gleu.statistics(tokens, list(map(apply_edits, tokens, edits)), corrected)
        errant = bootstrap.statistic(
            partial(_f_scores, counts),
            len(tokens),
            # A line without an edit in either adds nothing to F0.5.
            drawn_on=counts.any(axis=1).sum(),
            **resampling,
        )
        overlap = bootstrap.statistic(partial(gleu.score, overlaps), len(tokens), **resampling)
        total = Counts(*counts.sum(axis=0).tolist())
        names = {
            "dataset": dataset,
            "system": system,
            "sentences": len(tokens),
            "changed": np.mean([bool(line) for line in edits]),
            "edits": sum(map(len, edits)),
            **total._asdict(),
        }
        measures = {
            **score(total)._asdict(),
            "f": errant,
            "f_sources": errant.sources,
            "gleu": overlap,
        }
        rows.append(result_row(names, measures, signature=signature))
    return pd.DataFrame(rows).drop(columns="sources")


def _f_scores(counts: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """F0.5 of each resample.

    Args:
        counts: (lines, 3) true positives, false positives and false negatives.
        weights: (resamples, lines) how often each has each line.
    """
    return np.array([score(Counts(*row)).f for row in weights @ counts])
