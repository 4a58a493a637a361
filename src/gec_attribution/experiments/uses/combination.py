"""Combination: edits chosen from those of all systems, by votes, φ, systems and error type."""

from collections.abc import Iterable, Sequence

import numpy as np
import pandas as pd

from gec_attribution.edits.model import Edit
from gec_attribution.experiments.evaluation import Evaluation, Row
from gec_attribution.experiments.uses.corpus import (
    PRECISION,
    RECALL,
    Corpus,
    F,
    Used,
    by_line,
)
from gec_attribution.experiments.uses.labels import (
    BEST,
    SYSTEMS,
    SYSTEMS_PHI,
    SYSTEMS_PHI_TYPE,
    VOTES,
    VOTES_PHI,
)
from gec_attribution.judging.predictors import numbered
from gec_attribution.statistics import bootstrap, nested_models
from gec_attribution.statistics.bootstrap import Resampled

THRESHOLDS = tuple(step / 20 for step in range(1, 20))
"""Probabilities from which edits are taken, to choose from."""


def combined(evaluation: Evaluation, used: Used) -> pd.DataFrame:
    """F0.5 of edits chosen from those of all systems, beside the best system's.

    `evaluation` is of the data set, with as many resamples as tests need.

    Returns:
        A row for each choice, and for each metric where it reads φ: dataset, metric, choice, f,
        to_best (f minus that of the best single system, chosen in each resample), to_votes (f minus
        that of votes), each with _low and _high; precision, recall, p_best, p_votes, p_best_holm,
        p_votes_holm (over all rows), edits (chosen), sources, note, signature. No row for one
        system.
    """
    systems = list(used.edits["system"].unique())
    if len(systems) < 2:
        return pd.DataFrame(columns=_COLUMNS)
    scores = {(BEST, ""): _best(evaluation, used, systems)}
    chosen = {(BEST, ""): np.nan}
    pooled = _pooled(used, systems)
    for key, (categories, numbers) in _features(pooled, used.phi, systems).items():
        counts = _chosen(pooled, categories, numbers, used.corpus)
        scores[key] = used.corpus.scores(evaluation, counts)
        true_and_false_positives = counts[:, :2]
        chosen[key] = true_and_false_positives.sum()
    f_of_best = scores[BEST, ""].column(F)
    f_of_votes = scores[VOTES, ""].column(F)
    rows: list[Row] = []
    for (choice, metric), measured in scores.items():
        f = measured.column(F)
        to_best = bootstrap.difference(f, f_of_best)
        to_votes = bootstrap.difference(f, f_of_votes)
        tests = {
            "precision": measured.value[PRECISION],
            "recall": measured.value[RECALL],
            "p_best": np.nan if choice == BEST else to_best.p,
            "p_votes": np.nan if choice in {BEST, VOTES} else to_votes.p,
            "edits": chosen[choice, metric],
        }
        signature = used.signatures.get(metric, evaluation.signature)
        names = {"metric": metric, "choice": choice}
        statistics = {"f": f, "to_best": to_best, "to_votes": to_votes}
        rows.append(evaluation.row(names, statistics, tests, signature=signature))
    table = bootstrap.with_holm(pd.DataFrame(rows), "p_best")
    return bootstrap.with_holm(table, "p_votes")[_COLUMNS]


_COLUMNS = ["dataset", "metric", "choice", "f", "f_low", "f_high"]
_COLUMNS += [
    "to_best",
    "to_best_low",
    "to_best_high",
    "to_votes",
    "to_votes_low",
    "to_votes_high",
]
_COLUMNS += ["precision", "recall", "p_best", "p_best_holm", "p_votes", "p_votes_holm"]
_COLUMNS += ["edits", "sources", "note", "signature"]
_KEYS = ["line", "start", "end", "correction"]


def _best(evaluation: Evaluation, used: Used, systems: Sequence[str]) -> Resampled:
    """The scores of the system with the best F0.5, in each resample."""
    scores = []
    for system in systems:
        own = used.edits[used.edits["system"] == system]
        every = np.ones(len(own), dtype=bool)
        counts = used.corpus.counts_of_kept(by_line(own), every)
        scores.append(used.corpus.scores(evaluation, counts))
    values = np.array([each.value for each in scores])
    replicates = np.array([each.replicates for each in scores])
    best = values[:, F].argmax()
    best_of_resamples = replicates[:, :, F].argmax(axis=0)
    every_resample = np.arange(len(best_of_resamples))
    return Resampled(
        values[best],
        replicates[best_of_resamples, every_resample],
        scores[0].sources,
    )


def _pooled(used: Used, systems: Sequence[str]) -> pd.DataFrame:
    """Each different edit once.

    Returns:
        line, start, end, correction, type, `in a reference`, whether it is `by` each system, mean
        `phi` by each metric, votes (the number of systems).
    """
    table = used.edits[[*_KEYS, "type", "in a reference"]].copy()
    how_to_pool = {"type": "first", "in a reference": "first"}
    marks = []
    for system in systems:
        mark = f"by {system}"
        table[mark] = (used.edits["system"] == system).astype(float)
        how_to_pool[mark] = "sum"
        marks.append(mark)
    for metric, phi in used.phi.items():
        table[f"phi {metric}"] = phi
        how_to_pool[f"phi {metric}"] = "mean"
    pooled = table.groupby(_KEYS, sort=True).agg(how_to_pool).reset_index()
    pooled["votes"] = pooled[marks].to_numpy().sum(axis=1)
    return pooled


def _features(
    pooled: pd.DataFrame, metrics: Iterable[str], systems: Sequence[str]
) -> dict[tuple[str, str], tuple[np.ndarray, np.ndarray]]:
    """Categories and numbers of the edits for each choice."""
    by_system = pooled[[f"by {name}" for name in systems]].to_numpy()
    votes = pooled[["votes"]].to_numpy()
    alike = np.zeros(len(pooled), dtype=np.int64)
    types = numbered(pooled["type"])
    features = {(VOTES, ""): (alike, votes), (SYSTEMS, ""): (alike, by_system)}
    for metric in metrics:
        phi = pooled[[f"phi {metric}"]].to_numpy()
        with_systems = np.column_stack([by_system, phi])
        features[VOTES_PHI, metric] = (alike, np.column_stack([votes, phi]))
        features[SYSTEMS_PHI, metric] = (alike, with_systems)
        features[SYSTEMS_PHI_TYPE, metric] = (types, with_systems)
    return features


def _chosen(
    pooled: pd.DataFrame, categories: np.ndarray, numbers: np.ndarray, corpus: Corpus
) -> np.ndarray:
    """Counts of the edits that a model chooses in every line: (lines, 3)."""
    right = pooled["in a reference"].to_numpy(dtype=bool)
    fold = corpus.fold[pooled["line"].to_numpy() - 1]
    probability = nested_models.judged(categories, numbers, right, fold)
    table = pooled.assign(probability=probability)
    # Among equals, the edit with more votes, then the one further left, comes first.
    table = table.sort_values(
        ["line", "probability", "votes", "start", "end", "correction"],
        ascending=[True, False, False, True, True, True],
    )
    chosen = _without_overlaps(table)
    lines = len(corpus.references)
    counts = np.zeros((len(THRESHOLDS), lines, 3))
    for place in range(lines):
        edits = chosen.get(place + 1, [])
        counts[:, place] = _counts_by_threshold(edits, place + 1, corpus)
    return counts[corpus.tuned(counts), np.arange(lines)]


def _counts_by_threshold(
    edits: Sequence[tuple[float, Edit]], line: int, corpus: Corpus
) -> list[tuple[int, int, int]]:
    """Counts of the edits of a line that are as probable as each of `THRESHOLDS`, or more."""
    # Many thresholds take the same edits: in descending order of probability, the first ones.
    known: dict[int, tuple[int, int, int]] = {}
    counts = []
    for threshold in THRESHOLDS:
        taken = [edit for probability, edit in edits if probability >= threshold]
        if len(taken) not in known:
            known[len(taken)] = corpus.counts(line, taken)
        counts.append(known[len(taken)])
    return counts


def _without_overlaps(table: pd.DataFrame) -> dict[int, list[tuple[float, Edit]]]:
    """Probability and edit of those that no earlier one of their line excludes, by line."""
    lines: dict[int, list[tuple[float, Edit]]] = {}
    columns = table[["line", "probability", "start", "end", "correction", "type"]]
    for line, probability, *edit in columns.itertuples(index=False, name=None):
        taken = lines.setdefault(line, [])
        candidate = Edit(*edit)
        if not any(_overlap(candidate, other) for _, other in taken):
            taken.append((probability, candidate))
    return lines


def _overlap(edit: Edit, other: Edit) -> bool:
    """Whether two edits cannot both be applied."""
    if edit.start < other.end and other.start < edit.end:
        return True
    # Two insertions at one place.
    return edit.start == edit.end == other.start == other.end
