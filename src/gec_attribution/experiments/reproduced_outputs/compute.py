"""Corrections that were made again, beside those that were published."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd

from gec_attribution.edits.model import Edit, apply_edits, m2_tokens
from gec_attribution.experiments.evaluation import Evaluation, Results
from gec_attribution.experiments.inputs import Inputs
from gec_attribution.languages import Language
from gec_attribution.languages.en import ENGLISH

Corrected = tuple[str, Sequence[Edit]]
"""A source, as M2 has it, and the edits of a correction."""
LINES = [
    "dataset",
    "system",
    "other_system",
    "line",
    "source",
    "corrected",
    "other_corrected",
]


def compute(inputs: Inputs) -> Results:
    """The two results of a data set."""
    corrections = {system: list(lines) for system, lines in inputs.games().items()}
    pairs = inputs.options["pairs"]
    return reproduced_outputs(
        inputs.evaluation(), corrections, pairs, language=inputs.language
    )


def reproduced_outputs(
    evaluation: Evaluation,
    corrections: Mapping[str, Sequence[Corrected]],
    pairs: Mapping[str, str],
    *,
    language: Language = ENGLISH,
) -> Results:
    """Compare corrections that were made again with the published ones.

    Args:
        evaluation: the resamples of the sentences.
        corrections: source and edits of each line, by system.
        pairs: by the system that corrects again, the one with the published corrections; pairs of
            which the data set lacks a system are left out.
        language: joins tokens.

    Returns:
        reproduced_outputs, a row for each pair: dataset, system, other_system (the published one),
        identical (share of sentences with the same correction), low, high, sentences, note,
        changed and other_changed (sentences that each changes), edits, other_edits, shared_edits
        (same place and same correction, whatever the type), signature. reproduced_lines, a row for
        each sentence that the two correct differently: `LINES` and signature.
    """
    evaluation = evaluation.signed()
    rows = []
    lines = []
    for system, published in pairs.items():
        if system not in corrections or published not in corrections:
            continue
        own, own_edits = _corrected(corrections[system], language)
        theirs, their_edits = _corrected(corrections[published], language)
        is_same = np.array(own, dtype=object) == np.array(theirs, dtype=object)
        shared = map(set.intersection, own_edits, their_edits)
        counts = {
            "sentences": len(own),
            "changed": sum(map(bool, own_edits)),
            "other_changed": sum(map(bool, their_edits)),
            "edits": sum(map(len, own_edits)),
            "other_edits": sum(map(len, their_edits)),
            "shared_edits": sum(map(len, shared)),
        }
        share = evaluation.mean(is_same.astype(float), np.arange(len(own)))
        about = {"system": system, "other_system": published}
        rows.append(evaluation.row(about, share, counts, "identical"))
        for place in np.flatnonzero(~is_same).tolist():
            source, _ = corrections[system][place]
            text = language.join(m2_tokens(source))
            names = [evaluation.dataset, system, published, place + 1]
            lines.append([*names, text, own[place], theirs[place]])
    table = pd.DataFrame(rows).drop(columns="sources", errors="ignore")
    differing = pd.DataFrame(lines, columns=LINES)
    return {
        "reproduced_outputs": table,
        "reproduced_lines": differing.assign(signature=evaluation.signature),
    }


def _corrected(
    lines: Sequence[Corrected], language: Language
) -> tuple[list[str], list[set[Any]]]:
    """The corrected text of each line, and the keys of its edits."""
    texts = []
    keys = []
    for source, edits in lines:
        texts.append(language.join(apply_edits(m2_tokens(source), edits)))
        keys.append({edit.key for edit in edits})
    return texts, keys
