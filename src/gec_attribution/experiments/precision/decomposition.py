"""Decomposition of a system's mean score into parts by type of error.

The attributions of a sentence sum to ΔM(H|S) = M(H|S) − M(S|S) (equation 1 of the paper). So the
mean score of a system is the mean score of the sources plus, for each type of error, the sum of φ
over its edits of that type, divided by the number of sentences. That is exact.
"""

from collections.abc import Mapping
from dataclasses import replace

import numpy as np
import pandas as pd

from gec_attribution.attribution.edit_tables import signature_of
from gec_attribution.edits.error_types import main_type
from gec_attribution.errors import InputError
from gec_attribution.scores.ends import by_line
from gec_attribution.statistics import bootstrap
from gec_attribution.statistics.bootstrap import Resampled
from gec_attribution.statistics.rows import result_row

SOURCE, TYPE, UNATTRIBUTED, SCORE = "source", "type", "unattributed", "score"


def both_ends(ends: pd.DataFrame) -> np.ndarray:
    """M(S|S) and M(H|S) of each line of each system: (systems, lines, 2), NaN where there is none.

    Args:
        ends: rows of `scores.ends.Ends`.
    """
    return np.stack([by_line(ends, "baseline"), by_line(ends, "score")], axis=-1)


class _Parts:
    """Contribution of each type of error to each sentence of each system, and its frequency.

    Attributes:
        systems: their names.
        types: the types of errors of all systems, those with most edits first.
        lines: (n,) the lines on which every system has a defined score.
        ends: (systems, n, 2) M(S|S) and M(H|S).
        phi: (systems, types, n) sums of attributions.
        edits: (systems, types, n) numbers of attributed edits.
        rest: (systems, n) what attributions do not explain: ΔM of a sentence that was left out.
        unattributed: (systems, n) whether no edit was attributed, though the score changed.
        undefined: the lines on which some system has no score.
    """

    def __init__(self, ends: Mapping[str, np.ndarray], attributions: pd.DataFrame) -> None:
        self.systems = list(ends)
        every = np.stack([ends[system] for system in self.systems])
        defined = ~np.isnan(every).any(axis=(0, 2))
        self.lines, self.undefined = np.flatnonzero(defined), int((~defined).sum())
        self.ends = every[:, defined]
        edits = attributions[
            attributions["phi"].notna() & defined[attributions["line"].to_numpy() - 1]
        ]
        types = main_type(edits["type"])
        counts = types.value_counts()
        self.types = sorted(counts.index, key=lambda name: (-counts[name], name))
        unknown = set(attributions["system"]) - set(self.systems)
        if unknown:
            raise InputError(f"there are attributions, but no scores, of {', '.join(unknown)}")
        where = (
            edits["system"].map(self.systems.index).to_numpy(dtype=np.intp),
            types.map(self.types.index).to_numpy(dtype=np.intp),
            np.searchsorted(self.lines, edits["line"].to_numpy() - 1),
        )
        shape = len(self.systems), len(self.types), len(self.lines)
        self.phi, self.edits = np.zeros(shape), np.zeros(shape)
        np.add.at(self.phi, where, edits["phi"].to_numpy())
        np.add.at(self.edits, where, 1)
        self.rest = self.ends[..., 1] - self.ends[..., 0] - self.phi.sum(axis=1)
        # What is left of attributed ones is rounding: their sum was checked when they were made.
        self.unattributed = (self.rest != 0) & (self.edits.sum(axis=1) == 0)


def score_decomposition(
    dataset: str,
    metric: str,
    ends: Mapping[str, np.ndarray],
    attributions: pd.DataFrame,
    *,
    resamples: int = 1000,
    seed: int = 0,
) -> pd.DataFrame:
    """The mean score of each system in parts.

    Sentences that some system has no score for are left out for all. What sentences without
    attribution add, those with more edits than the method takes, is the part `unattributed`. All
    parts of a system sum to its mean score.

    Args:
        dataset: its name.
        metric: the metric's name.
        ends: for each system the scores of `both_ends`, (lines, 2).
        attributions: those of the metric by one method that divides ΔM(H|S), all systems.
        resamples: bootstrap resamples of the sentences behind each interval.
        seed: the study's seed.

    Returns:
        dataset, metric, system, by (`source`, `type`, `unattributed` or `score`), group (the type,
        else as `by`), value (in the metric's unit; those of a system sum to its `score`), low,
        high, edits, per_sentence, worth (mean φ of an edit), sources (with such an edit), note,
        sentences, unattributed (how many of these), undefined (left out), signature.

    Raises:
        InputError: there are attributions of a system without scores.
    """
    parts = _Parts(ends, attributions)
    sampling = bootstrap.resampling_of(dataset, resamples, seed)
    signature = signature_of(attributions, resamples=resamples) if len(attributions) else ""
    return _of_systems(parts, sampling, {"dataset": dataset, "metric": metric}, signature)


def _means(terms: np.ndarray, parts: _Parts, sampling: bootstrap.Resampling) -> Resampled:
    """Means over sentences of (..., n) terms; they draw on the sentences in which one is not 0."""
    flat = terms.reshape(-1, terms.shape[-1]).T
    means = bootstrap.mean(flat, parts.lines, **sampling)
    return Resampled(
        means.value.reshape(terms.shape[:-1]),
        means.replicates.reshape(len(means.replicates), *terms.shape[:-1]),
        (terms != 0).sum(axis=-1),
    )


def _of_systems(
    parts: _Parts, sampling: bootstrap.Resampling, names: Mapping[str, str], signature: str
) -> pd.DataFrame:
    every = len(parts.lines)
    source, score = (
        replace(mean, sources=np.full_like(mean.sources, every))
        for mean in (_means(parts.ends[..., end], parts, sampling) for end in (0, 1))
    )
    by_type = replace(_means(parts.phi, parts, sampling), sources=(parts.edits > 0).sum(axis=-1))
    unattributed = replace(
        _means(parts.rest, parts, sampling), sources=parts.unattributed.sum(axis=-1)
    )
    edits = parts.edits.sum(axis=-1)
    rows = []
    for number, system in enumerate(parts.systems):
        entries: list[tuple[str, str, Resampled, tuple[int, ...], float]] = [
            (SOURCE, SOURCE, source, (number,), 0.0),
            *(
                (TYPE, name, by_type, (number, place), edits[number, place])
                for place, name in enumerate(parts.types)
            ),
            (UNATTRIBUTED, UNATTRIBUTED, unattributed, (number,), 0.0),
            (SCORE, SCORE, score, (number,), edits[number].sum()),
        ]
        for by, group, measured, at, count in entries:
            total = parts.phi[at].sum() if by == TYPE else np.nan
            counts = {
                "edits": int(count),
                "per_sentence": count / every if every else np.nan,
                "worth": total / count if count else np.nan,
            }
            row = result_row(
                {**names, "system": system, "by": by, "group": group},
                measured.column(*at),
                counts,
                unattributed=int(parts.unattributed[number].sum()),
                undefined=parts.undefined,
                sentences=every,
                signature=signature,
            )
            rows.append(row)
    return pd.DataFrame(rows)
