"""Review: how many of the wrong edits are among those looked at first."""

from collections.abc import Callable, Sequence

import numpy as np
import pandas as pd

from gec_attribution.experiments.evaluation import Evaluation
from gec_attribution.experiments.uses.corpus import Used
from gec_attribution.experiments.uses.labels import AGREEMENT, BOTH, PHI, RANDOM
from gec_attribution.statistics import bootstrap, nested_models
from gec_attribution.statistics.bootstrap import TIED

REVIEWED = (0.05, 0.1, 0.2, 0.3, 0.5)
"""Shares of the edits that are looked at."""


def review(evaluation: Evaluation, used: Used, right: np.ndarray) -> pd.DataFrame:
    """The share of the wrong edits among those of the lowest number.

    Args:
        evaluation: evaluation of the data set, with as many resamples as tests need.
        used: the edits.
        right: (edits,) bool.

    Returns:
        A row for each order of the edits and share of `REVIEWED`: dataset, metric, order, reviewed,
        value, low, high, to_agreement (the value minus that of the agreement) with _low and _high,
        p, p_holm (over all rows), edits, wrong (edits), sources, note, signature.
    """
    source = used.source
    wrong = ~right
    sources = bootstrap.count_sources(source)
    has_agreement = bool(used.edits["agreement"].notna().all())
    found = {}
    for key, numbers in _orders(used, right, has_agreement=has_agreement).items():
        statistic = found_first(numbers, wrong, source, REVIEWED)
        found[key] = evaluation.statistic(statistic, sources, items=len(right))
    by_agreement = found.get((AGREEMENT, ""), found[RANDOM, ""])
    counts = {"edits": len(right), "wrong": wrong.sum()}
    frames = []
    for (order, metric), shares in found.items():
        lead = bootstrap.difference(shares, by_agreement)
        is_compared = has_agreement and order in {PHI, BOTH}
        row = evaluation.row(
            {"metric": metric, "order": order, "reviewed": REVIEWED},
            {"value": shares, "to_agreement": lead},
            {"p": lead.p if is_compared else np.nan, **counts},
            signature=used.signatures.get(metric, evaluation.signature),
        )
        frames.append(pd.DataFrame(row))
    table = pd.concat(frames, ignore_index=True)
    return bootstrap.with_holm(
        table.rename(columns={"value_low": "low", "value_high": "high"})
    )


def _orders(
    used: Used, right: np.ndarray, *, has_agreement: bool
) -> dict[tuple[str, str], np.ndarray]:
    """The number of each edit by order and metric; those of low numbers are looked at first."""
    agreement = used.edits["agreement"].to_numpy()
    numbers = {(RANDOM, ""): np.zeros(len(right))}
    if has_agreement:
        numbers[AGREEMENT, ""] = agreement
    alike = np.zeros(len(right), dtype=np.int64)
    for metric, phi in used.phi.items():
        numbers[PHI, metric] = phi
        if has_agreement:
            features = np.column_stack([phi, agreement])
            numbers[BOTH, metric] = nested_models.judged(
                alike, features, right, used.fold
            )
    return numbers


def found_first(
    values: np.ndarray, wrong: np.ndarray, source: np.ndarray, reviewed: Sequence[float]
) -> Callable[[np.ndarray], np.ndarray]:
    """The share of wrong edits among the lowest values, as a statistic of resampled sources.

    Of tied edits, as many wrong ones are found as in a random order on average.

    Returns:
        Takes (corpora, sources) how often each corpus has each source; returns (corpora, reviewed).
    """
    values = values.round(TIED)
    ascending = np.argsort(values, kind="stable")
    starts = np.unique(values[ascending], return_index=True)[1]
    source = source[ascending]
    is_wrong = wrong[ascending]

    def compute(counts: np.ndarray) -> np.ndarray:
        # Of edits with the same number: how many there are, are wrong, and come before them.
        times = counts[:, source]
        tied = np.add.reduceat(times, starts, axis=1)
        wrong_of_tied = np.add.reduceat(times * is_wrong, starts, axis=1)
        before = np.cumsum(tied, axis=1) - tied
        edits = tied.sum(axis=1, keepdims=True)
        every_wrong = wrong_of_tied.sum(axis=1)
        shares = []
        with np.errstate(invalid="ignore", divide="ignore"):
            for share in reviewed:
                taken = share * edits - before
                part_of_tied = np.clip(taken / tied, 0, 1)
                found = np.nan_to_num(part_of_tied) * wrong_of_tied
                shares.append(found.sum(axis=1) / every_wrong)
        return np.stack(shares, axis=1)

    return compute
