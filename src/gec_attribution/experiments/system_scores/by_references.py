"""Quality of the systems' corrections: ERRANT's F0.5 and GLEU against the references."""

import sys
from collections.abc import Mapping, Sequence

import numpy as np
import pandas as pd

from gec_attribution.edits.model import Edit
from gec_attribution.experiments.evaluation import Evaluation
from gec_attribution.judging.correction_scores import errant_scores
from gec_attribution.languages import Language
from gec_attribution.languages.en import ENGLISH
from gec_attribution.metrics import gleu
from gec_attribution.tables.labels import UNCHANGED


def reference_scores(
    evaluation: Evaluation,
    sources: Sequence[str],
    systems: Mapping[str, Sequence[Sequence[Edit]]],
    references: Sequence[Sequence[Sequence[Edit]]],
    *,
    language: Language = ENGLISH,
) -> pd.DataFrame:
    """Every system's scores, after those of the unchanged source.

    Precision, recall and F0.5 are those of `errant_compare`. In the resamples behind its interval,
    a line keeps the reference with which the corpus score compares it.

    Args:
        evaluation: of the data set.
        sources: the source of each line.
        systems: for each system the edits of each line.
        references: for each line the edits of each reference.
        language: the language of the sentences, whose tokens GLEU counts.

    Returns:
        dataset, system, sentences, changed (share of sentences with an edit), edits, tp, fp, fn,
        precision, recall, f, f_low, f_high, f_sources (lines with an edit of the system or the
        reference, on which F0.5 draws), gleu, gleu_low, gleu_high (scores in [0, 1]), note (why
        F0.5 has no interval; GLEU draws on every sentence), signature.
    """
    # Each word of the corpus is kept once.
    tokens = [list(map(sys.intern, language.tokenize(source))) for source in sources]
    evaluation, rows = evaluation.signed({"gleu_draws": gleu.DRAWS}), []
    for system, edits in {UNCHANGED: [()] * len(tokens), **systems}.items():
        scored = errant_scores(tokens, edits, references, evaluation)
        counts, errant = scored["errant",]
        names = {
            "system": system,
            "sentences": len(tokens),
            "changed": np.mean([bool(line) for line in edits]),
            "edits": sum(map(len, edits)),
            **counts,
        }
        measures = {
            "precision": errant["precision"].value,
            "recall": errant["recall"].value,
            "f": errant["f0_5"],
            "f_sources": errant["f0_5"].sources,
            **scored[()].scores,
        }
        rows.append(evaluation.row(names, measures))
    return pd.DataFrame(rows).drop(columns="sources")
