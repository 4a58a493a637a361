"""Review: how many of the wrong edits are among those looked at first."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

import numpy as np
import pandas as pd

from gec_attribution.experiments.evaluation import Evaluation, Row
from gec_attribution.experiments.uses.labels import AGREEMENT, BOTH, PHI, RANDOM
from gec_attribution.statistics import bootstrap, nested_models
from gec_attribution.statistics.bootstrap import TIED, Resampled

REVIEWED = (0.05, 0.1, 0.2, 0.3, 0.5)
"""Shares of the edits that are looked at."""


def review(
    evaluation: Evaluation,
    *,
    phi: Mapping[str, np.ndarray],
    agreement: np.ndarray,
    right: np.ndarray,
    source: np.ndarray,
    folds: np.ndarray,
    signatures: Mapping[str, str],
) -> pd.DataFrame:
    """The share of the wrong edits among those of the lowest number.

    Args:
        evaluation: of the data set, with as many resamples as tests need.
        phi: (edits,) attributions by metric; 0 within noise.
        agreement: (edits,) share of other systems with the edit; NaN without another system.
        right: (edits,) bool.
        source: (edits,) number of each edit's source, from 0 without a gap.
        folds: (edits,) of one division of the sources.
        signatures: dependencies of the attributions of each metric.

    Returns:
        A row for each order of the edits and share of `REVIEWED`: dataset, metric, order, reviewed,
        value, low, high, to_agreement (the value minus that of the agreement) with _low and _high,
        p, p_holm (over all rows), edits, wrong (edits), sources, note, signature.
    """
    numbers = {(RANDOM, ""): np.zeros(len(right))}
    has_agreement = not np.isnan(agreement).any()
    if has_agreement:
        numbers[AGREEMENT, ""] = agreement
    alike = np.zeros(len(right), dtype=np.int64)
    for metric, values in phi.items():
        numbers[PHI, metric] = values
        if has_agreement:
            features = np.column_stack([values, agreement])
            numbers[BOTH, metric] = nested_models.judged(alike, features, right, folds)
    sources = int(source.max(initial=-1)) + 1
    found = {
        key: evaluation.statistic(
            found_first(one, ~right, source, REVIEWED), sources, items=len(right)
        )
        for key, one in numbers.items()
    }
    by_agreement = found.get((AGREEMENT, ""), found[RANDOM, ""])
    counts = {"edits": len(right), "wrong": int((~right).sum())}
    rows: list[Row] = []
    for (order, metric), shares in found.items():
        lead = bootstrap.difference(shares, by_agreement)
        of_metric = replace(evaluation, signature=signatures.get(metric, evaluation.signature))
        for place, reviewed in enumerate(REVIEWED):
            names = {"metric": metric, "order": order, "reviewed": reviewed}
            to_agreement = lead.column(place)
            is_compared = has_agreement and order in {PHI, BOTH}
            p = float(to_agreement.p) if is_compared else np.nan
            measured = {"value": shares.column(place), "to_agreement": to_agreement}
            rows.append(_row(of_metric, names, measured, {"p": p, **counts}))
    return bootstrap.with_holm(pd.DataFrame(rows))


def _row(evaluation: Evaluation, names: Row, measured: Mapping[str, Resampled], counts: Row) -> Row:
    row = evaluation.row(names, measured, counts)
    return {
        {"value_low": "low", "value_high": "high"}.get(key, key): value
        for key, value in row.items()
    }


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
    _, starts = np.unique(values[ascending], return_index=True)
    source = source[ascending]
    is_wrong = wrong[ascending]

    def compute(counts: np.ndarray) -> np.ndarray:
        times = counts[:, source]
        tied = np.add.reduceat(times, starts, axis=1)
        wrong_of_tied = np.add.reduceat(times * is_wrong, starts, axis=1)
        before = np.cumsum(tied, axis=1) - tied
        shares = []
        for share in reviewed:
            left = share * tied.sum(axis=1, keepdims=True) - before
            with np.errstate(invalid="ignore", divide="ignore"):
                taken = np.nan_to_num(np.clip(left / tied, 0, 1))
                shares.append((taken * wrong_of_tied).sum(axis=1) / wrong_of_tied.sum(axis=1))
        return np.stack(shares, axis=1)

    return compute
