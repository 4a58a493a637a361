"""Predictors of right edits: attributions compared with baselines without a metric.

The truth about an edit is the reference of best F0.5, the majority of the people who judged it, or
one of two annotators of a correction, whom the other predicts. Every predictor judges the same
edits, those with a defined attribution by every metric and method.

Results:

- `chance`, for each predictor and measure: dataset, truth (`REFERENCES`, `PEOPLE` or `ANNOTATOR`),
  part (`ALL`, `WORDS` or `UNSEEN` of the edits of systems, or `REWRITES`), predictor, metric,
  method, measure (`auc` and `auc_within`: the area under the ROC curve over pairs of edits of the
  same fold, and of the same correction; `agreement`: the share of edits called what they are;
  `balanced_accuracy`: the mean of this share among right and wrong edits), value, low, high, least
  and most (areas without one of the systems), edits, right (share), pairs (of a right and a wrong
  edit of a correction), sources, note, signature.
- `chance_differences`, of areas over pairs of a correction, of all edits: dataset, truth,
  predictor, metric, method, other (`TYPE`, `AGREEMENT`, or `BEST`: the best of `ONE_CORRECTION` in
  each resample), difference with _low and _high, margin (within which both are equivalent), p,
  p_holm (over the rows of the same truth), pairs, sources, note, signature.
- `chance_added`, for each metric and method: dataset, truth, metric, method, beside (`TYPE`,
  `AGREEMENT` or `BOTH`), likelihood (mean log likelihood of an edit of held-out sources without φ,
  in nats), gain (by φ) with _low, _high, _margin, _p and _p_holm (likewise, of each method), edits,
  sources, note, signature.
- `chance_metrics`, of φ of two metrics by the first method: dataset, truth, metric, other_metric,
  measure (`auc_within`, or `gain` beside the type and the agreement), difference with low and high,
  margin, p, p_holm (over the rows of the same truth and measure), sources, note, signature.
- `chance_truths`: `compared_truths`, with signature.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, permutations
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from gec_attribution.attribution.edit_tables import the_one
from gec_attribution.experiments.chance.edits import compared_truths, token_overlap
from gec_attribution.experiments.chance.labels import (
    AGREEMENT,
    ALL,
    ALL_RIGHT,
    ANNOTATOR,
    ANOTHER,
    BEST,
    BOTH,
    EDITS,
    NORMALISED,
    OVERLAP,
    PHI,
    REWRITES,
    TOKENS,
    TYPE,
    TYPE_ELSEWHERE,
    UNSEEN,
    WHOLE,
    WORDS,
)
from gec_attribution.experiments.evaluation import Evaluation, Results, Row
from gec_attribution.experiments.inputs import Inputs
from gec_attribution.judging.edits_in_references import check_same_edits
from gec_attribution.judging.known_edits import (
    PEOPLE,
    REFERENCES,
    WITHOUT,
    by_references,
)
from gec_attribution.judging.predictors import (
    Predictor,
    by_category,
    held_out_likelihood,
    numbered,
)
from gec_attribution.statistics import bootstrap
from gec_attribution.statistics.bootstrap import Resampled
from gec_attribution.statistics.classification import (
    accuracies,
    area_under_curve,
    ordered_pairs,
)
from gec_attribution.statistics.signs import signs, signs_of, sizes_of, without_noise

ONE_CORRECTION = (TYPE, TYPE_ELSEWHERE, EDITS, TOKENS, OVERLAP, ALL_RIGHT)
"""Predictors that need no metric and no other correction of the source."""
_RESULTS = ("chance", "chance_differences", "chance_added", "chance_metrics")
_BETWEEN = [
    "dataset",
    "truth",
    "metric",
    "other_metric",
    "measure",
    "difference",
    "low",
    "high",
]
_BETWEEN += ["margin", "p", "sources", "note", "signature"]


@dataclass(frozen=True)
class Judged:
    """Edits whose truth is known.

    Attributes:
        edits: rows of `by_references` or `by_people`.
        right: (edits,) bool.
        annotators: (edits,) number of the two annotators, of whom one predicts the other; 0 for any
            other truth.
        source: (edits,) number of each edit's source, from 0 without a gap.
        folds: (repeats, edits) as `statistics.folds` has them.
        other: (edits,) verdict of the other annotator, 1 for right; None for any other truth.
    """

    edits: pd.DataFrame
    right: np.ndarray
    annotators: np.ndarray
    source: np.ndarray
    folds: np.ndarray
    other: np.ndarray | None = None

    @property
    def pairs(self) -> int:
        """Number of pairs of a right and a wrong edit of a correction."""
        return int(self.pairs_of_corrections(np.zeros(len(self.right)))[1].sum())

    def of(self, rows: np.ndarray) -> "Judged":
        """Some of the edits, by mask."""
        source = bootstrap.renumbered(self.source[rows])
        edits = self.edits[rows]
        right = self.right[rows]
        annotators = self.annotators[rows]
        return Judged(edits, right, annotators, source, self.folds[:, rows])

    @property
    def strata(self) -> np.ndarray:
        """(repeats, edits) the number of each edit's fold and annotators.

        Two edits of a stratum have their numbers by the same model, and their truth by the same
        annotator.
        """
        return self.folds * (1 + self.annotators.max(initial=0)) + self.annotators

    def pairs_of_corrections(
        self, scores: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Ordered pairs, all pairs, and the source of each correction and its annotators."""
        keys = [self.edits["system"], self.edits["line"], self.annotators]
        group = self.edits.groupby(keys, observed=True).ngroup().to_numpy()
        _, first = np.unique(group, return_index=True)
        return *ordered_pairs(scores, self.right, group), self.source[first]


def compute(inputs: Inputs) -> Results:
    """The results of a data set, by its references, by people, or by both."""
    tables = list(inputs.attributions())
    edits = inputs.known_edits(tables[0])
    edits = edits.assign(overlap=token_overlap(edits, inputs.tokens()))
    elsewhere = None
    for path in inputs.files["other_attributions"]:
        references_elsewhere = inputs.references("other_references")
        elsewhere = by_references(pd.read_parquet(path), references_elsewhere, 1)
    return chance(inputs.evaluation().with_few_resamples(), edits, tables, elsewhere)


def chance(
    evaluation: Evaluation,
    edits: pd.DataFrame,
    attributions: Sequence[pd.DataFrame],
    elsewhere: pd.DataFrame | None = None,
) -> Results:
    """Measure how well each predictor tells right edits from wrong ones.

    Edits whose judges are split evenly count as neither, for references, too. A zero attribution,
    and a value at the threshold, is a tie and counts half.

    Args:
        evaluation: evaluation of the data set; statistics with a p-value get `enough_to_test`
            resamples.
        edits: rows of `by_references` or `by_people`, with their `token_overlap`.
        attributions: φ of the same edits by each metric and method.
        elsewhere: rows of `by_references` of another data set.

    Returns:
        The results by name, as the module describes them.

    Raises:
        InputError: the methods have attributed different edits.
    """
    check_same_edits([edits, *attributions], ["system", "line", "edit"])
    dataset = the_one(edits, "dataset")
    # A metric without any defined score does not narrow the edits of the others.
    defined = [
        table for table in attributions if table["phi"].notna().any()
    ] or attributions
    common = edits[np.all([table["phi"].notna() for table in defined], axis=0)]
    evaluation = replace(evaluation, dataset=dataset).signed({"sampled": True})
    of_metrics = list(_of_metrics(evaluation, defined))
    found: dict[str, list[Row]] = {name: [] for name in _RESULTS}
    is_rewrite = common.get("rewrite", pd.Series(False, common.index))
    for truth, judged in _truths(common[~is_rewrite], evaluation).items():
        predictors = _predictors(judged, elsewhere, of_metrics, evaluation.signature)
        about = {"dataset": dataset, "truth": truth}
        for name, rows in _of_truth(evaluation, truth, predictors, judged).items():
            found[name] += [about | row for row in rows]
    if is_rewrite.any():
        for truth, judged in _truths(common[is_rewrite], evaluation).items():
            predictors = _predictors(
                judged, elsewhere, of_metrics, evaluation.signature
            )
            about = {"dataset": dataset, "truth": truth, "part": REWRITES}
            found["chance"] += [
                about | row for row in _measured(evaluation, predictors, judged)
            ]
    differences = pd.DataFrame(found["chance_differences"])
    added = pd.DataFrame(found["chance_added"])
    metrics = pd.DataFrame(found["chance_metrics"], columns=_BETWEEN)
    truths = compared_truths(common).assign(signature=evaluation.signature)
    return {
        "chance": pd.DataFrame(found["chance"]),
        "chance_differences": bootstrap.with_holm(differences, "p", ["truth"]),
        "chance_added": bootstrap.with_holm(added, "gain_p", ["truth", "method"]),
        "chance_metrics": bootstrap.with_holm(metrics, "p", ["truth", "measure"]),
        "chance_truths": truths,
    }


def _of_truth(
    evaluation: Evaluation, truth: str, predictors: Sequence[Predictor], judged: Judged
) -> dict[str, Iterator[Row]]:
    """Rows of the results about one truth, without its name."""
    # What one annotator says has no gain: the other one predicts it.
    gains = (
        [] if judged.other is not None else list(_gains(evaluation, predictors, judged))
    )
    return {
        "chance": _measured_parts(evaluation, truth, predictors, judged),
        "chance_differences": _differences(evaluation, predictors, judged),
        "chance_added": _added(evaluation, gains, judged),
        "chance_metrics": _between_metrics(evaluation, predictors, judged, gains),
    }


def _predictors(
    judged: Judged,
    elsewhere: pd.DataFrame | None,
    of_metrics: Sequence[Predictor],
    signature: str,
) -> list[Predictor]:
    """All predictors of some edits."""
    predictors = list(_without_metrics(judged, elsewhere, signature))
    predictors += [
        predictor.of(judged.edits.index.to_numpy()) for predictor in of_metrics
    ]
    if judged.other is not None:
        predictors.append(Predictor(ANOTHER, judged.other, 0.5, signature=signature))
    return predictors


def _measured_parts(
    evaluation: Evaluation, truth: str, predictors: Sequence[Predictor], judged: Judged
) -> Iterator[Row]:
    """The measures of each predictor on each part of the edits."""
    for part, chosen in _parts(judged.edits, truth).items():
        of_part = [predictor.of(chosen) for predictor in predictors]
        for row in _measured(evaluation, of_part, judged.of(chosen)):
            yield {"part": part, **row}


def _parts(edits: pd.DataFrame, truth: str) -> dict[str, np.ndarray]:
    """The edits of each part: all, those of words, and by people those in no reference."""
    words = ~_case_or_spaces(edits)
    parts = {ALL: np.ones_like(words), WORDS: words}
    if truth == PEOPLE and "any" in edits:
        parts[UNSEEN] = ~edits["any"].to_numpy(dtype=bool)
    return parts


def _truths(edits: pd.DataFrame, evaluation: Evaluation) -> dict[str, Judged]:
    """The edits by who says what is right: references, most people, or single annotators."""

    def judged(
        rows: np.ndarray,
        right: np.ndarray,
        annotators: Any = 0,
        other: np.ndarray | None = None,
    ) -> Judged:
        chosen = edits.iloc[rows]
        source = bootstrap.renumbered(chosen["source"])
        numbers = np.broadcast_to(annotators, right.shape)
        return Judged(chosen, right, numbers, source, evaluation.folds(source), other)

    by_truth: dict[str, Judged] = {}
    decided = np.arange(len(edits))
    if PEOPLE in edits:
        decided = np.flatnonzero(edits[PEOPLE] != 0.5)
        by_truth[PEOPLE] = judged(decided, edits[PEOPLE].to_numpy()[decided] > 0.5)
        # One row for each ordered pair of an edit's annotators: the first predicts the second.
        numbers: dict[tuple[str, str], int] = {}
        pairs = []
        for place, votes in enumerate(edits["votes"]):
            for first, second in permutations(votes, 2):
                pair = numbers.setdefault((first, second), len(numbers))
                pairs.append((place, votes[second], pair, votes[first]))
        at, truth, number, verdict = np.array(pairs, dtype=np.int64).reshape(-1, 4).T
        by_truth[ANNOTATOR] = judged(at, truth > 0, number, verdict.astype(float))
    if REFERENCES in edits:
        by_truth[REFERENCES] = judged(
            decided, edits[REFERENCES].to_numpy()[decided] == 1
        )
    return by_truth


def _case_or_spaces(edits: pd.DataFrame) -> np.ndarray:
    """Whether each edit changes nothing but case or spaces."""
    texts = edits[["original", "correction"]].fillna("")
    bare = texts.replace(r"\s", "", regex=True).map(str.lower)
    return (bare["original"] == bare["correction"]).to_numpy()


def _without_metrics(
    judged: Judged, elsewhere: pd.DataFrame | None, signature: str
) -> Iterator[Predictor]:
    """The predictors that read no metric."""
    edits = judged.edits

    def predictor(name: str, scores: Any, threshold: float | None = None) -> Predictor:
        return Predictor(
            name, np.asarray(scores, float), threshold, signature=signature
        )

    if edits["agreement"].notna().any():
        yield predictor(AGREEMENT, edits["agreement"], 0.5)
    yield predictor(
        TYPE, by_category(numbered(edits["type"]), judged.right, judged.folds), 0.5
    )
    if elsewhere is not None:
        types = pd.concat([edits["type"], elsewhere["type"]])
        right = np.concatenate([judged.right, elsewhere[REFERENCES] == 1])
        fold = np.repeat([0, 1], [len(edits), len(elsewhere)])
        (by_type,) = by_category(numbered(types), right, fold[None])
        yield predictor(TYPE_ELSEWHERE, by_type[: len(edits)], 0.5)
    written = edits["correction"].fillna("").str.split().str.len()
    yield predictor(EDITS, -edits["n_edits"])
    yield predictor(TOKENS, -np.maximum(edits["end"] - edits["start"], written))
    yield predictor(OVERLAP, edits["overlap"])
    yield predictor(ALL_RIGHT, np.ones(len(edits)), 0.5)


def _names(predictor: Predictor) -> Row:
    """Columns that name a predictor."""
    return {
        "predictor": predictor.name,
        "metric": predictor.metric,
        "method": predictor.method,
    }


def _of_metrics(
    evaluation: Evaluation, attributions: Sequence[pd.DataFrame]
) -> Iterator[Predictor]:
    """φ by each metric and method, normalised and whole by the first method of each metric."""
    seen = set()
    for table in attributions:
        metric = the_one(table, "metric")
        method = the_one(table, "method")
        signature = evaluation.of(table, sampled=True).signature
        about: dict[str, Any] = {
            "metric": metric,
            "method": method,
            "signature": signature,
        }
        sign = signs_of(table)
        yield Predictor(PHI, without_noise(table["phi"], sign), 0.0, **about)
        if metric not in seen:
            seen.add(metric)
            normalised = without_noise(table["phi_normalised"], sign)
            yield Predictor(NORMALISED, normalised, 0.0, **about)
            effect = (table["score"] - table["baseline"]).to_numpy()
            whole = without_noise(effect, signs(effect, sizes_of(table)))
            yield Predictor(WHOLE, whole, 0.0, metric=metric, signature=signature)


def _within(
    evaluation: Evaluation, predictors: Sequence[Predictor], judged: Judged
) -> list[tuple[Predictor, Resampled]]:
    """Each predictor with its area over pairs of edits of a correction."""
    ordered = []
    pairs = []
    for predictor in predictors:
        in_order, every, source = judged.pairs_of_corrections(predictor.scores)
        ordered.append(in_order)
        pairs.append(every)
    areas = evaluation.ratio(
        np.column_stack(ordered),
        np.column_stack(pairs),
        source,
        among=np.unique(judged.source),
    )
    return [
        (predictor, areas.column(place)) for place, predictor in enumerate(predictors)
    ]


def _measured(
    evaluation: Evaluation, predictors: Sequence[Predictor], judged: Judged
) -> Iterator[Row]:
    """The measures of each predictor."""
    right = judged.right
    sources = bootstrap.count_sources(judged.source)
    pairs = judged.pairs
    ranges = _without_one_system(predictors, judged)
    for place, (predictor, within) in enumerate(
        _within(evaluation, predictors, judged)
    ):
        pooled = area_under_curve(
            predictor.numbers, right, judged.source, strata=judged.strata
        )
        measures = {"auc": evaluation.statistic(pooled, sources), "auc_within": within}
        if predictor.threshold is not None:
            accuracy, balanced = accuracies(
                evaluation, predictor.called, right, judged.source
            )
            measures |= {"agreement": accuracy, "balanced_accuracy": balanced}
        for measure, value in measures.items():
            one_left_out = [areas[place].get(measure, np.nan) for areas in ranges]
            counts = {
                "least": np.fmin.reduce(one_left_out, initial=np.nan),
                "most": np.fmax.reduce(one_left_out, initial=np.nan),
                "edits": len(right),
                "right": right.mean() if len(right) else np.nan,
                "pairs": pairs,
            }
            names = {**_names(predictor), "measure": measure}
            yield evaluation.row(names, value, counts, signature=predictor.signature)


def _without_one_system(
    predictors: Sequence[Predictor], judged: Judged
) -> list[list[dict[str, float]]]:
    """The areas of each predictor where the edits and the votes of one system are left out."""
    ranges = []
    for column in judged.edits.columns[judged.edits.columns.str.startswith(WITHOUT)]:
        rest = judged.edits[column].notna().to_numpy()
        some = judged.of(rest)
        some = replace(some, edits=some.edits.assign(agreement=some.edits[column]))
        # A model fitted elsewhere is the same.
        again = {one.name: one for one in _without_metrics(some, None, "")}
        areas = []
        for predictor in predictors:
            of_some = again.get(predictor.name, predictor.of(rest))
            pooled = ordered_pairs(of_some.numbers, some.right, some.strata)
            within = some.pairs_of_corrections(of_some.scores)
            areas.append({"auc": _area(*pooled), "auc_within": _area(*within[:2])})
        ranges.append(areas)
    return ranges


def _area(ordered: np.ndarray, pairs: np.ndarray) -> float:
    if pairs.sum():
        return float(ordered.sum() / pairs.sum())
    return np.nan


def _differences(
    evaluation: Evaluation, predictors: Sequence[Predictor], judged: Judged
) -> Iterator[Row]:
    """φ by the first method, and the agreement of systems, compared with baselines."""
    areas = _within(evaluation.with_test_resamples(), predictors, judged)
    by_name = {one.name: area for one, area in areas if not one.metric}
    compared_with = {
        name: by_name[name] for name in (TYPE, AGREEMENT) if name in by_name
    }
    alone = [by_name[name] for name in ONE_CORRECTION if name in by_name]
    compared_with[BEST] = bootstrap.combined(np.max, alone)
    phis = _first_phis(predictors)
    counts = {"pairs": judged.pairs}
    for predictor, area in areas:
        if predictor.name != AGREEMENT and predictor not in phis:
            continue
        for other, compared in compared_with.items():
            if other == predictor.name:
                continue
            difference = bootstrap.difference(area, compared)
            measured = {"difference": difference, **difference.tests}
            names = {**_names(predictor), "other": other}
            yield evaluation.row(names, measured, counts, signature=predictor.signature)


def _first_phis(predictors: Sequence[Predictor]) -> list[Predictor]:
    """φ of each metric by the first method."""
    phis = [one for one in predictors if one.name == PHI]
    return [one for one in phis if one.method == phis[0].method]


class Gain(NamedTuple):
    """Gain of a predictor over a model.

    Attributes:
        predictor: the predictor.
        beside: what the model knows: `TYPE`, `AGREEMENT` or `BOTH`.
        without: mean log likelihood of an edit without the predictor.
        gain: how much the predictor adds to the log likelihood.
    """

    predictor: Predictor
    beside: str
    without: float
    gain: Resampled


def _gains(
    evaluation: Evaluation, predictors: Sequence[Predictor], judged: Judged
) -> Iterator[Gain]:
    """Gain of φ, on edits of other sources, over models of the type, the agreement, and both."""
    edits = judged.edits
    right = judged.right
    types = numbered(edits["type"])
    alike = np.zeros(len(edits), dtype=np.int64)
    nothing = np.zeros((len(edits), 0))
    agreement = edits[["agreement"]].to_numpy()
    alone = {TYPE: (types, nothing)}
    if not np.isnan(agreement).any():
        alone |= {AGREEMENT: (alike, agreement), BOTH: (types, agreement)}

    fold = judged.folds[0]
    without = {}
    for beside, features in alone.items():
        without[beside] = held_out_likelihood(*features, right, fold)
    for predictor in predictors:
        if predictor.name != PHI:
            continue
        for beside, (categories, numbers) in alone.items():
            with_phi = np.column_stack([numbers, predictor.scores])
            phi = held_out_likelihood(categories, with_phi, right, fold)
            gain = evaluation.with_test_resamples().mean(
                phi - without[beside], judged.source
            )
            mean = without[beside].mean() if len(right) else np.nan
            yield Gain(predictor, beside, mean, gain)


def _added(
    evaluation: Evaluation, gains: Sequence[Gain], judged: Judged
) -> Iterator[Row]:
    """Rows of the gains."""
    edits = {"edits": len(judged.right)}
    for predictor, beside, without, gain in gains:
        names = {
            "metric": predictor.metric,
            "method": predictor.method,
            "beside": beside,
        }
        measured = {"likelihood": without, "gain": gain}
        counts = {"gain_margin": gain.margin, "gain_p": gain.p, **edits}
        yield evaluation.row(names, measured, counts, signature=predictor.signature)


def _between_metrics(
    evaluation: Evaluation,
    predictors: Sequence[Predictor],
    judged: Judged,
    gains: Sequence[Gain],
) -> Iterator[Row]:
    """φ of each metric against φ of each later one, by the first method."""
    phis = _first_phis(predictors)
    areas = _within(evaluation.with_test_resamples(), phis, judged)
    # Beside as much as there is: the type, and the agreement where several systems corrected.
    of_phis = [
        one for one in gains if one.predictor in phis and one.beside == gains[-1].beside
    ]
    measured = {
        "auc_within": areas,
        "gain": [(one.predictor, one.gain) for one in of_phis],
    }
    for measure, statistics in measured.items():
        for (phi, statistic), (other, other_statistic) in combinations(statistics, 2):
            difference = bootstrap.difference(statistic, other_statistic)
            names = {
                "metric": phi.metric,
                "other_metric": other.metric,
                "measure": measure,
            }
            yield evaluation.row(
                names,
                difference,
                difference.tests,
                "difference",
                signature=phi.signature,
            )
