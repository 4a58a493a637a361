"""Decomposition of a system's mean score into parts by type of error.

The attributions of a sentence sum to ΔM(H|S) = M(H|S) − M(S|S) (equation 1 of the paper). So the
mean score of a system is the mean score of the sources plus, for each type of error, the sum of φ
over its edits of that type, divided by the number of sentences. That is exact.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np
import pandas as pd

from gec_attribution.edits.error_types import main_type
from gec_attribution.errors import InputError
from gec_attribution.experiments.evaluation import Evaluation

SOURCE, TYPE, UNATTRIBUTED, SCORE = "source", "type", "unattributed", "score"


def score_decomposition(
    evaluation: Evaluation, ends: Mapping[str, np.ndarray], attributions: pd.DataFrame
) -> pd.DataFrame:
    """The mean score of each system in parts.

    Sentences that some system has no score for are left out for all. Sentences without
    attribution, with more edits than the method takes, are the part `unattributed`. All
    parts of a system sum to its mean score.

    `ends` are M(S|S) and M(H|S) of each line of each system, (lines, 2), NaN where there is none.

    Returns:
        dataset, metric, system, by (`source`, `type`, `unattributed` or `score`), group (the type,
        else as `by`), value (in the metric's unit; those of a system sum to its `score`), low,
        high, edits, sources (with such an edit), note, unattributed (sentences), undefined
        (sentences left out), sentences (the others), signature.

    Raises:
        InputError: there are attributions of a system without scores.
    """
    if unknown := set(attributions["system"]) - set(ends):
        raise InputError(f"there are attributions, but no scores, of {', '.join(unknown)}")
    if len(attributions):
        evaluation = evaluation.of(attributions)
    every = np.stack(list(ends.values()))
    scored = ~np.isnan(every).any(axis=(0, 2))
    lines, undefined = np.flatnonzero(scored), int((~scored).sum())
    edits = attributions[
        attributions["phi"].notna() & scored[attributions["line"].to_numpy() - 1]
    ].assign(type=lambda rows: main_type(rows["type"]))
    counts = edits["type"].value_counts()
    types = sorted(counts.index, key=lambda name: (-counts[name], name))
    by = [SOURCE, *[TYPE] * len(types), UNATTRIBUTED, SCORE]
    group = [SOURCE, *types, UNATTRIBUTED, SCORE]
    frames = []
    for system, (baseline, score) in zip(ends, every[:, scored].transpose(0, 2, 1), strict=True):
        phi, numbers = _by_type(edits[edits["system"] == system], types, lines)
        rest = score - baseline - phi.sum(axis=0)
        # In attributed sentences the rest is rounding, since their sums were checked when made.
        unattributed = (rest != 0) & (numbers.sum(axis=0) == 0)
        means = replace(
            evaluation.mean(np.column_stack([baseline, *phi, rest, score]), lines),
            sources=np.array(
                [len(lines), *(numbers > 0).sum(axis=1), unattributed.sum(), len(lines)]
            ),
        )
        row = evaluation.row(
            {"system": system, "by": by, "group": group},
            means,
            {"edits": np.array([0, *numbers.sum(axis=1), 0, numbers.sum()], dtype=np.int64)},
            unattributed=int(unattributed.sum()),
            undefined=undefined,
            sentences=len(lines),
        )
        frames.append(pd.DataFrame(row))
    return pd.concat(frames, ignore_index=True)


def _by_type(
    edits: pd.DataFrame, types: Sequence[str], lines: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Sums of φ and numbers of a system's edits, by type and line: (types, lines) each."""
    where = (
        edits["type"].map(types.index).to_numpy(dtype=np.intp),
        np.searchsorted(lines, edits["line"].to_numpy() - 1),
    )
    phi, numbers = np.zeros((2, len(types), len(lines)))
    np.add.at(phi, where, edits["phi"].to_numpy())
    np.add.at(numbers, where, 1)
    return phi, numbers
