"""Filter: a system's corrections without the edits of low φ."""

import numpy as np
import pandas as pd

from gec_attribution.experiments.evaluation import Evaluation, Row
from gec_attribution.experiments.uses.corpus import (
    PRECISION,
    RECALL,
    Corpus,
    EditsByLine,
    F,
    Used,
    by_line,
)
from gec_attribution.experiments.uses.labels import EVERY, POSITIVE, TUNED
from gec_attribution.statistics import bootstrap
from gec_attribution.statistics.bootstrap import Resampled

DROPPED = tuple(share / 20 for share in range(11))
"""Thresholds to choose from, as shares of a system's edits at or below them; 0 keeps all."""


def filtered(evaluation: Evaluation, used: Used) -> pd.DataFrame:
    """Each system without edits of φ ≤ 0, and of φ at or below a threshold tuned elsewhere.

    `evaluation` is of the data set, with as many resamples as tests need.

    Returns:
        A row for each system, metric and filter: dataset, metric, system, filter, f, gain (f minus
        that of the unfiltered system), by each truth `right` (share of the kept edits that are) and
        `lost` (share of the right edits that are dropped), each with _low and _high and an ending
        _by_people for the second truth; precision, recall, kept (share of the edits), p (of no
        gain), p_holm (over all rows), edits, sources, note, signature.
    """
    rows: list[Row] = []
    edits = used.edits
    corpus = used.corpus
    for system in edits["system"].unique():
        mine = (edits["system"] == system).to_numpy()
        own = edits[mine]
        lines = by_line(own)
        every = np.ones(len(own), dtype=bool)
        whole = corpus.scores(evaluation, corpus.counts_of_kept(lines, every))
        for metric, values in used.phi.items():
            for name, keeps in _filters(corpus, own, lines, values[mine]).items():
                scores = corpus.scores(evaluation, corpus.counts_of_kept(lines, keeps))
                f = scores.column(F)
                gain = bootstrap.difference(f, whole.column(F))
                measured: dict[str, Resampled | float] = {"f": f, "gain": gain}
                measured |= _shares(evaluation, own, keeps, corpus)
                counts = {
                    "precision": scores.value[PRECISION],
                    "recall": scores.value[RECALL],
                    "kept": keeps.mean(),
                    "p": np.nan if name == EVERY else gain.p,
                    "edits": len(own),
                }
                names = {"metric": metric, "system": system, "filter": name}
                row = evaluation.row(
                    names, measured, counts, signature=used.signatures[metric]
                )
                rows.append(row)
    return bootstrap.with_holm(pd.DataFrame(rows))


def _filters(
    corpus: Corpus, edits: pd.DataFrame, lines: EditsByLine, phi: np.ndarray
) -> dict[str, np.ndarray]:
    """The edits that each filter keeps: (edits,) bool."""
    quantiles = np.quantile(phi, DROPPED, method="inverted_cdf")
    thresholds = np.concatenate([[-np.inf], quantiles[1:]])
    counts = np.array(
        [corpus.counts_of_kept(lines, phi > threshold) for threshold in thresholds]
    )
    chosen = corpus.tuned(counts)[edits["line"].to_numpy() - 1]
    return {
        EVERY: np.ones(len(phi), dtype=bool),
        POSITIVE: phi > 0,
        TUNED: phi > thresholds[chosen],
    }


def _shares(
    evaluation: Evaluation, edits: pd.DataFrame, keeps: np.ndarray, corpus: Corpus
) -> dict[str, Resampled]:
    """Shares of kept edits that are right, and of right edits that are lost, by each truth."""
    shares = {}
    source = corpus.source[edits["line"].to_numpy() - 1]
    among = np.unique(corpus.source)
    for truth, ending in (("references", ""), ("people", "_by_people")):
        if f"right by {truth}" not in edits:
            continue
        right = edits[f"right by {truth}"].to_numpy(dtype=float)
        known = ~np.isnan(right)
        is_right = right[known]
        is_kept = keeps[known].astype(float)
        sources = source[known]
        kept_right = is_right * is_kept
        shares[f"right{ending}"] = evaluation.ratio(
            kept_right, is_kept, sources, among=among
        )
        lost = is_right - kept_right
        shares[f"lost{ending}"] = evaluation.ratio(lost, is_right, sources, among=among)
    return shares
