"""Predictors of right edits: attributions beside what needs no metric.

The truth about an edit is the reference of best F0.5, the majority of the people who judged it, or
one of two annotators of a correction, whom the other predicts. Every predictor judges the same
edits, those with a defined attribution by every metric and method.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import permutations
from typing import Any

import numpy as np
import pandas as pd

from gec_attribution.attribution.edit_tables import (
    first_edits,
    signature_of,
    the_one,
)
from gec_attribution.edits.judged import JudgedCorrection, read_judged
from gec_attribution.edits.model import Edit
from gec_attribution.errors import InputError
from gec_attribution.experiments.inputs import Inputs
from gec_attribution.judging.edits_in_references import judge
from gec_attribution.judging.judged_edits import judged_edits, with_judgements
from gec_attribution.statistics import bootstrap, nested_models
from gec_attribution.statistics.bootstrap import Resampled
from gec_attribution.statistics.classification import (
    SIGN_MEASURES,
    area_under_curve,
    confusion,
    sign_measures,
)
from gec_attribution.statistics.signs import score_size, signs, signs_of
from gec_attribution.storage.seeds import seed_from
from gec_attribution.storage.signatures import format_signature

REFERENCES, PEOPLE, ANNOTATOR = "references", "people", "annotator"
AGREEMENT, EDITS, TOKENS, ALL_RIGHT = "agreement", "edits", "tokens", "all right"
TYPE, PHI, NORMALISED, WHOLE, ANOTHER = "type", "phi", "normalised phi", "whole", "another"
PREDICTORS = (AGREEMENT, TYPE, EDITS, TOKENS, ALL_RIGHT, PHI, NORMALISED, WHOLE, ANOTHER)
MEASURES = ("auc", "auc_within", *SIGN_MEASURES[:2])
BOTH = "type and agreement"
_KEYS = ["system", "line", "edit"]


@dataclass(frozen=True)
class Predictor:
    """A number for each edit, higher for edits that are more likely right.

    Attributes:
        name: one of `PREDICTORS`.
        scores: (edits,) float64.
        threshold: edits above it are called right; None for a predictor that calls none.
        metric: the metric whose scores it reads; empty for none.
        method: the attribution method; likewise.
        signature: what the values depend on.
    """

    name: str
    scores: np.ndarray
    threshold: float | None = None
    metric: str = ""
    method: str = ""
    signature: str = ""

    def of(self, rows: np.ndarray) -> "Predictor":
        """The predictor of some of the edits, by row number."""
        return replace(self, scores=self.scores[rows])


@dataclass(frozen=True)
class Judged:
    """Edits whose truth is known.

    Attributes:
        edits: rows of `by_references` or `by_people`.
        right: (edits,) bool.
        source: (edits,) number of each edit's source, from 0 without a gap.
        folds: (repeats, edits) as `nested_models.folds` has them.
    """

    edits: pd.DataFrame
    right: np.ndarray
    source: np.ndarray
    folds: np.ndarray


def compute(inputs: Inputs) -> dict[str, pd.DataFrame]:
    """`chance` of a data set, by its references or by people."""
    tables = list(inputs.attributions())
    if inputs.files["judged"]:
        corrections = read_judged(inputs.files["judged"][0], inputs.settings["lines"]).corrections
        edits = by_people(tables[0], corrections)
        return chance(edits, tables, PEOPLE, **inputs.resampling)
    edits = by_references(tables[0], inputs.references(), len(inputs.systems))
    return chance(edits, tables, REFERENCES, **inputs.resampling)


def by_references(
    attributions: pd.DataFrame, references: Sequence[Sequence[Sequence[Edit]]], systems: int
) -> pd.DataFrame:
    """Edits with source (from 0), right, votes (empty) and agreement.

    Args:
        attributions: those of one metric and method on one data set.
        references: the references of each line, as `read_references` gives them.
        systems: number of systems, of which an edit's agreement is the share of the others with the
            same edit; NaN for one system.
    """
    starts = first_edits(attributions)
    judgement = judge(attributions, starts, references)
    chosen = np.repeat(judgement.best, attributions["n_edits"].iloc[starts])
    edits = attributions.assign(
        source=attributions["line"] - 1,
        right=judgement.correct[chosen, np.arange(len(attributions))].astype(float),
        votes=[()] * len(attributions),
    )
    return edits.assign(agreement=_agreement(edits, np.full(len(edits), systems)))


def by_people(attributions: pd.DataFrame, corrections: Sequence[JudgedCorrection]) -> pd.DataFrame:
    """Edits with source, right (share of their judges), votes by annotator, and agreement.

    The agreement of an edit is the share of the other corrections of its source with the same edit;
    0.5 where there are none.

    Args:
        attributions: those of one metric and method; a correction is a line.
        corrections: the judged corrections.

    Raises:
        InputError: the attributions are not those of the judged edits.
    """
    edits = with_judgements(attributions, judged_edits(corrections))
    edits = edits.rename(columns={"valid": "right"})
    # The first judgement counts where somebody judged a correction twice.
    votes = [
        dict(zip(reversed(one.annotators), reversed(one.votes), strict=True)).values()
        for one in corrections
    ]
    edits["votes"] = [
        tuple(vote[edit] for vote in votes[line - 1])
        for line, edit in zip(edits["line"], edits["edit"], strict=True)
    ]
    lines = edits.groupby("source")["line"].transform("nunique").to_numpy()
    agreement = _agreement(edits, lines)
    if not np.isnan(agreement).all():
        agreement = np.nan_to_num(agreement, nan=0.5)
    return edits.assign(agreement=agreement)


def _agreement(edits: pd.DataFrame, corrections: np.ndarray) -> np.ndarray:
    """The share of a source's other corrections with the same edit; NaN where there are none."""
    same = edits.groupby(["source", "start", "end", "correction"], dropna=False)["edit"]
    others = same.transform("size").to_numpy() - 1
    with np.errstate(invalid="ignore"):
        return others / np.where(corrections > 1, corrections - 1, np.nan)


def chance(
    edits: pd.DataFrame,
    attributions: Sequence[pd.DataFrame],
    truth: str,
    *,
    resamples: int = 1000,
    seed: int = 0,
) -> dict[str, pd.DataFrame]:
    """How well each predictor tells right edits from wrong ones.

    Edits whose judges are split evenly count as neither. A zero attribution, and a value at the
    threshold, is a tie and counts half.

    Args:
        edits: rows of `by_references` or `by_people`.
        attributions: those of each metric and method, of the same edits.
        truth: `REFERENCES` or `PEOPLE`.
        resamples: bootstrap resamples of the sources; `enough_to_test` for the gains.
        seed: the study's seed.

    Returns:
        `chance`, for each predictor and measure: dataset, truth (with `ANNOTATOR` beside `PEOPLE`),
        predictor (of `PREDICTORS`), metric, method, measure (of `MEASURES`: the area under the ROC
        curve over pairs of edits of the same fold, and of the same correction; the share of edits
        called what they are, and the mean of this share among right and wrong edits), value, low,
        high, difference to the error type in the same measure with _low and _high, edits, right
        (share), sources, note, signature.
        `chance_added`, for each metric and method: dataset, truth, metric, method, beside (`TYPE`,
        `AGREEMENT` or `BOTH`), likelihood (mean log likelihood of an edit of held-out sources
        without φ, in nats), gain (by φ) with _low, _high, _p and _p_holm (over the rows of the
        table), edits, sources, note, signature.

    Raises:
        InputError: the methods have attributed different edits.
    """
    if any(not table[_KEYS].equals(edits[_KEYS]) for table in attributions):
        raise InputError("the methods have attributed different edits; attribute them all again")
    dataset = the_one(edits, "dataset")
    kept = np.ones(len(edits), dtype=bool)
    for table in attributions:
        kept = kept & table["phi"].notna().to_numpy()
    common = edits[kept].reset_index(drop=True)
    of_metrics = list(_of_metrics([table[kept] for table in attributions], resamples))
    sampling: bootstrap.Resampling = {
        "resamples": resamples,
        "seed": seed_from(seed, "bootstrap", dataset),
    }
    signature = format_signature({"resamples": resamples, "seed": seed, "sampled": True})
    decided = np.flatnonzero(common["right"] != 0.5)
    truths: dict[str, tuple[np.ndarray, np.ndarray, np.ndarray | None]] = {
        truth: (decided, common["right"].to_numpy()[decided] > 0.5, None)
    }
    if truth == PEOPLE:
        truths[ANNOTATOR] = _pairs_of_people(common["votes"])
    measured, added = [], []
    for name, (rows, right, other) in truths.items():
        about = {"dataset": dataset, "truth": name}
        source = np.unique(common["source"].iloc[rows], return_inverse=True)[1]
        folds = nested_models.folds(source, seed_from(seed, "folds", dataset))
        judged = Judged(common.iloc[rows], right, source, folds)
        predictors = [
            *_without_metrics(judged, signature),
            *(predictor.of(rows) for predictor in of_metrics),
        ]
        if other is None:
            added += [about | row for row in _added(predictors, judged, sampling)]
        else:
            predictors.append(Predictor(ANOTHER, other, 0.5, signature=signature))
        measured += [about | row for row in _measured(predictors, judged, sampling)]
    gains = pd.DataFrame(added)
    corrected = bootstrap.holm(gains["gain_p"].to_numpy())
    gains.insert(gains.columns.get_loc("gain_p") + 1, "gain_p_holm", corrected)
    return {"chance": pd.DataFrame(measured), "chance_added": gains}


def _without_metrics(judged: Judged, signature: str) -> Iterator[Predictor]:
    """The predictors that read no metric."""
    edits = judged.edits
    removed = (edits["end"] - edits["start"]).to_numpy()
    written = edits["correction"].fillna("").str.split().str.len().to_numpy()
    if edits["agreement"].notna().any():
        yield Predictor(AGREEMENT, edits["agreement"].to_numpy(), 0.5, signature=signature)
    nothing = np.zeros((len(edits), 0))
    by_type = nested_models.judged(
        _indicators(edits["type"]), nothing, judged.right, judged.folds[0]
    )
    yield Predictor(TYPE, by_type, 0.5, signature=signature)
    yield Predictor(EDITS, -edits["n_edits"].to_numpy(dtype=float), signature=signature)
    yield Predictor(TOKENS, -np.maximum(removed, written).astype(float), signature=signature)
    yield Predictor(ALL_RIGHT, np.ones(len(edits)), 0.5, signature=signature)


def _of_metrics(attributions: Sequence[pd.DataFrame], resamples: int) -> Iterator[Predictor]:
    """φ by each metric and method, normalised and whole by the first method of each metric."""
    seen = set()
    for table in attributions:
        if table.empty:
            continue
        metric, method = the_one(table, "metric"), the_one(table, "method")
        signature = signature_of(table, resamples=resamples, sampled=True)
        about: dict[str, Any] = {"metric": metric, "method": method, "signature": signature}
        zero = signs_of(table) == 0
        yield Predictor(PHI, np.where(zero, 0.0, table["phi"]), 0.0, **about)
        if metric not in seen:
            seen.add(metric)
            yield Predictor(NORMALISED, np.where(zero, 0.0, table["phi_normalised"]), 0.0, **about)
            baseline, score = (table[name].to_numpy() for name in ("baseline", "score"))
            effect = score - baseline
            same = signs(effect, score_size(baseline, score)) == 0
            yield Predictor(WHOLE, np.where(same, 0.0, effect), 0.0, metric, "", signature)


def _indicators(categories: pd.Series) -> np.ndarray:
    names, place = np.unique(categories.to_numpy(dtype=str), return_inverse=True)
    return np.eye(len(names))[place]


def _pairs_of_people(votes: pd.Series) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Row of an edit, what one annotator says and another, for every two of its annotators."""
    rows = [
        (place, vote, other)
        for place, given in enumerate(votes)
        for vote, other in permutations(given, 2)
    ]
    at, vote, other = np.array(rows, dtype=float).reshape(-1, 3).T
    return at.astype(np.int64), other > 0, vote


def _measured(
    predictors: Sequence[Predictor], judged: Judged, sampling: bootstrap.Resampling
) -> Iterator[dict[str, Any]]:
    """The measures of each predictor, and their differences to those of the error type."""
    right, source, folds = judged.right, judged.source, judged.folds
    correction = judged.edits.groupby(["system", "line"], observed=True).ngroup().to_numpy()
    sources = drawn_on = int(source.max(initial=-1)) + 1
    repeats = len(folds)

    def of(predictor: Predictor) -> Mapping[str, Resampled]:
        scores = predictor.scores

        def resampled(statistic: Any) -> Resampled:
            return bootstrap.statistic(statistic, sources, drawn_on=drawn_on, **sampling)

        pooled = area_under_curve(
            np.tile(scores, repeats),
            np.tile(right, repeats),
            np.tile(source, repeats),
            strata=folds.ravel(),
        )
        within = area_under_curve(scores, right, source, strata=correction)
        measures = {"auc": resampled(pooled), "auc_within": resampled(within)}
        if predictor.threshold is not None:
            halves = confusion(scores > predictor.threshold, right) / 2
            halves += confusion(scores >= predictor.threshold, right) / 2
            shares = resampled(sign_measures(halves, source, sources))
            measures |= {
                name: Resampled(shares.value[n], shares.replicates[:, n], shares.sources)
                for n, name in enumerate(SIGN_MEASURES[:2])
            }
        return measures

    (by_type,) = (of(one) for one in predictors if one.name == TYPE)
    for predictor in predictors:
        for measure, value in (by_type if predictor.name == TYPE else of(predictor)).items():
            gain = bootstrap.difference(value, by_type[measure])
            yield {
                "predictor": predictor.name,
                "metric": predictor.metric,
                "method": predictor.method,
                "measure": measure,
                **_bounds("value", value),
                **_bounds("difference", gain),
                "edits": len(right),
                "right": right.mean() if len(right) else np.nan,
                "sources": drawn_on,
                "note": str(value.note),
                "signature": predictor.signature,
            }


def _added(
    predictors: Sequence[Predictor], judged: Judged, sampling: bootstrap.Resampling
) -> Iterator[dict[str, Any]]:
    """Gain of φ, on edits of other sources, over models of the type, the agreement, and both."""
    edits, right = judged.edits, judged.right
    types = _indicators(edits["type"])
    nothing = np.zeros((len(edits), 0))
    agreement = edits[["agreement"]].to_numpy()
    alone = {TYPE: (types, nothing)}
    if not np.isnan(agreement).any():
        alone |= {AGREEMENT: (nothing, agreement), BOTH: (types, agreement)}
    tested: bootstrap.Resampling = {
        **sampling,
        "resamples": bootstrap.enough_to_test(sampling["resamples"]),
    }

    def likelihood(indicators: np.ndarray, numbers: np.ndarray) -> np.ndarray:
        probabilities = nested_models.judged(indicators, numbers, right, judged.folds[0])
        return nested_models.log_likelihood(probabilities, right)

    without = {beside: likelihood(*features) for beside, features in alone.items()}
    for predictor in predictors:
        if predictor.name != PHI:
            continue
        for beside, (indicators, numbers) in alone.items():
            phi = likelihood(indicators, np.column_stack([numbers, predictor.scores]))
            terms = phi - without[beside]
            gain = bootstrap.ratio(terms, np.ones_like(terms), judged.source, **tested)
            yield {
                "metric": predictor.metric,
                "method": predictor.method,
                "beside": beside,
                "likelihood": without[beside].mean() if len(right) else np.nan,
                **_bounds("gain", gain),
                "gain_p": float(gain.p),
                "edits": len(right),
                "sources": int(gain.sources),
                "note": str(gain.note),
                "signature": predictor.signature,
            }


def _bounds(name: str, value: Resampled) -> dict[str, float]:
    low, high = ("low", "high") if name == "value" else (f"{name}_low", f"{name}_high")
    return {name: float(value.value), low: float(value.low), high: float(value.high)}
