"""Figure 7: each system's precision by type of error, as a metric sees it (section 5.2).

Beside it, the mean score of a system is divided into parts by type of error.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np
import pandas as pd

from gec_attribution.attribution.edit_tables import count_sampled
from gec_attribution.edits.error_types import main_type
from gec_attribution.experiments.evaluation import Evaluation, Results
from gec_attribution.experiments.inputs import Inputs
from gec_attribution.experiments.precision.labels import (
    SCORE,
    SOURCE,
    TYPE,
    UNATTRIBUTED,
)
from gec_attribution.scores.ends import by_line
from gec_attribution.statistics.paired_sums import frequencies
from gec_attribution.statistics.signs import signs_of, without_noise


def compute(inputs: Inputs) -> Results:
    """`precision` and `score_decomposition` under one metric."""
    (metric,) = inputs.metrics
    attributions = next(inputs.attributions())
    ends = inputs.ends(metric)
    evaluation = inputs.evaluation(metric)
    fewest = inputs.options["min_frequency"]
    by_type = precision(
        evaluation, attributions, corpus_scores(ends), min_frequency=fewest
    )
    both_ends = [by_line(ends, name) for name in ("baseline", "score")]
    by_system = dict(zip(inputs.systems, np.stack(both_ends, axis=-1), strict=True))
    parts = score_decomposition(evaluation, by_system, attributions)
    return {"precision": by_type, "score_decomposition": parts}


def precision(
    evaluation: Evaluation,
    attributions: pd.DataFrame,
    corpus_scores: Mapping[str, float],
    *,
    min_frequency: int,
) -> pd.DataFrame:
    """Equation 6: the positive share of all normalised attribution to a type's edits.

    A type needs `min_frequency` attributed edits in every system, as in the authors' code. If no
    type has them in all systems, those are taken that have them in most. Rows are in the order of
    `corpus_scores`.

    Returns:
        One row per system and type: dataset, metric, system, type, precision (NaN where no edit has
        an effect, or the system has too few), low, high, edits, sources (with such an edit with an
        effect), note, sampled_sentences and sampled_edits (of these edits, with sampled
        attribution), corpus_score, missing (the system's edits without a usable attribution),
        signature.
    """
    typed = attributions.assign(
        type=main_type(attributions["type"]),
        # An attribution within the noise counts as no share.
        share=without_noise(attributions["phi_normalised"], signs_of(attributions)),
    )
    defined = typed.dropna(subset="phi")
    frequencies = pd.crosstab(defined["type"], defined["system"])
    frequencies = frequencies.reindex(columns=list(corpus_scores), fill_value=0)
    frequent = frequencies >= min_frequency
    types = frequencies.index[frequent.all(axis=1)]
    if types.empty:  # as where one of many systems corrects spelling alone
        types = frequencies.index[frequent.mean(axis=1) > 0.5]
    evaluation = evaluation.of(attributions, min_frequency=min_frequency, sampled=True)
    frames = []
    for system, corpus_score in corpus_scores.items():
        edits = defined[defined["system"] == system]
        share = edits["share"].to_numpy()
        lines = edits["line"].to_numpy()
        has_type = edits[["type"]].to_numpy() == types.to_numpy()
        counted = has_type & frequent.loc[types, system].to_numpy()
        measured = evaluation.ratio(
            np.maximum(share, 0), np.abs(share), lines, groups=counted
        )
        names = {"system": system, "type": types}
        counts = {"edits": frequencies.loc[types, system].to_numpy()}
        row = evaluation.row(
            names,
            measured,
            counts,
            "precision",
            **count_sampled(edits, has_type),
            corpus_score=corpus_score,
            missing=(typed["system"] == system).sum() - len(edits),
        )
        frames.append(pd.DataFrame(row))
    return pd.concat(frames, ignore_index=True)


def corpus_scores(ends: pd.DataFrame) -> dict[str, float]:
    """Each system's mean M(H|S) over the sentences where it is defined, edited or not."""
    systems = ends.groupby("system", sort=False)["score"]
    return {str(system): scores.mean() for system, scores in systems}


def score_decomposition(
    evaluation: Evaluation, ends: Mapping[str, np.ndarray], attributions: pd.DataFrame
) -> pd.DataFrame:
    """The mean score of each system in parts.

    The attributions of a sentence sum to ΔM(H|S) = M(H|S) − M(S|S) (equation 1 of the paper). So
    the mean score of a system is the mean score of the sources plus, for each type of error, the
    sum of φ over its edits of that type, divided by the number of sentences. That is exact.

    Sentences that some system has no score for are left out for all. Sentences without
    attribution, with more edits than the method takes, are the part `unattributed`. All
    parts of a system sum to its mean score.

    `ends` are M(S|S) and M(H|S) of each line of each system, (lines, 2), NaN where there is none.

    Returns:
        dataset, metric, system, by (`source`, `type`, `unattributed` or `score`), group (the type,
        else as `by`), value (in the metric's unit; those of a system sum to its `score`), low,
        high, edits, sources (with such an edit), note, unattributed (sentences), undefined
        (sentences left out), sentences (the others), signature.
    """
    if len(attributions):
        evaluation = evaluation.of(attributions)
    every = np.stack(list(ends.values()))
    is_scored = ~np.isnan(every).any(axis=(0, 2))
    lines = np.flatnonzero(is_scored)
    place = attributions["line"].to_numpy() - 1
    is_used = attributions["phi"].notna() & is_scored[place]
    edits = attributions[is_used]
    edits = edits.assign(type=main_type(edits["type"]))
    types = list(frequencies(edits["type"]).index)
    by = [SOURCE, *[TYPE] * len(types), UNATTRIBUTED, SCORE]
    group = [SOURCE, *types, UNATTRIBUTED, SCORE]
    frames = []
    for system, both_ends in ends.items():
        baseline, score = both_ends[lines].T
        of_system = edits[edits["system"] == system]
        phi, numbers = _by_type(of_system, types, lines)
        rest = score - baseline - phi.sum(axis=0)
        # In attributed sentences the rest is rounding, since their sums were checked when made.
        unattributed = (rest != 0) & (numbers.sum(axis=0) == 0)
        parts = np.column_stack([baseline, *phi, rest, score])
        with_type = (numbers > 0).sum(axis=1)
        sources = [len(lines), *with_type, unattributed.sum(), len(lines)]
        measured = replace(evaluation.mean(parts, lines), sources=np.array(sources))
        edits_of_parts = [0, *numbers.sum(axis=1), 0, numbers.sum()]
        names = {"system": system, "by": by, "group": group}
        row = evaluation.row(
            names,
            measured,
            {"edits": np.array(edits_of_parts, dtype=np.int64)},
            unattributed=unattributed.sum(),
            undefined=(~is_scored).sum(),
            sentences=len(lines),
        )
        frames.append(pd.DataFrame(row))
    return pd.concat(frames, ignore_index=True)


def _by_type(
    edits: pd.DataFrame, types: Sequence[str], lines: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Sums of φ and numbers of a system's edits, by type and line: (types, lines) each."""
    type_number = edits["type"].map(types.index).to_numpy(dtype=np.intp)
    place = np.searchsorted(lines, edits["line"].to_numpy() - 1)
    phi, numbers = np.zeros((2, len(types), len(lines)))
    np.add.at(phi, (type_number, place), edits["phi"].to_numpy())
    np.add.at(numbers, (type_number, place), 1)
    return phi, numbers
