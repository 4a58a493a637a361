"""Preferred edits: of two corrections that differ by one edit, which do people prefer?

People who rank the corrections of a source compare some that differ by exactly one edit. This is
what an attribution claims to know: the worth of that edit. Definitions and primary tests are those
of docs/statistics.md, written before any number was seen:

- A pair is two corrections of a source whose edits are the same but for one, which the larger one
  has. Each ranking of both is a vote, and most votes say which is preferred. A pair without a
  majority is left out and counted.
- The metric's difference is M(larger) − M(smaller), where the larger correction has all its edits
  and the smaller one all but one. φ of that edit is by the first method, in the game of the larger
  correction.
- Corrections by people (rewrites) have no vote in the agreement of other systems. Numbers are given
  for all pairs, and for those whose corrections systems have made.

Results:

- `preferred_edits`, for each way of judging, choice of pairs (`ALL` or `SYSTEMS`), predictor and
  measure: dataset, judged, pairs_of, metric, predictor, measure (`auc` or `balanced_accuracy`),
  value, low, high, p (that the value is one half), pairs, single (those whose smaller correction is
  the source, so that φ is the difference), preferred (share of the pairs whose larger correction is
  preferred), undecided (pairs without a majority), undefined (pairs with a majority, but without a
  number by every metric), sources, note, signature.
- `preferred_edits_differences`, of areas: dataset, judged, pairs_of, metric, predictor, other,
  difference, low, high, margin, p, p_holm (over the rows of a way of judging and a choice of
  pairs), pairs, sources, note, signature.
- `preferred_edits_added`: dataset, judged, pairs_of, metric, predictor, beside, gain (of the mean
  log likelihood of a pair of held-out sources, in nats), low, high, likelihood (without the
  predictor), margin, p, p_holm (likewise), pairs, sources, note, signature.
- `preferred_edits_primary`, the tests that docs/statistics.md names, of the first metric and
  `SYSTEMS`: dataset, judged, metric, predictor, against, value (the area minus one half, the
  difference or the gain), low, high, p, p_holm (over all rows), pairs, sources, note, signature.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import compress

import numpy as np
import pandas as pd

from gec_attribution.attribution.base import Method
from gec_attribution.attribution.signatures import (
    extracted_parts,
    joint_signature,
    method_parts,
    scored_parts,
)
from gec_attribution.corpora.rankings import read_rankings
from gec_attribution.errors import InputError
from gec_attribution.experiments.evaluation import Evaluation, Results, Row
from gec_attribution.experiments.inputs import Inputs
from gec_attribution.experiments.preferred_edits.labels import (
    AGREEMENT,
    ALL,
    ALL_RIGHT,
    CHANCE,
    DIFFERENCE,
    PHI,
    SYSTEMS,
    TOKENS,
    TYPE,
    TYPE_AND_AGREEMENT,
)
from gec_attribution.experiments.preferred_edits.pairs import Pair, minimal_pairs
from gec_attribution.games.coalitions import full_mask
from gec_attribution.games.game import Game, Score, play
from gec_attribution.judging.predictors import (
    Predictor,
    by_category,
    held_out_likelihood,
    numbered,
)
from gec_attribution.languages import Language
from gec_attribution.scores.engine import signature_of_scores
from gec_attribution.statistics import bootstrap
from gec_attribution.statistics.bootstrap import Resampled
from gec_attribution.statistics.classification import accuracies, area_under_curve
from gec_attribution.statistics.signs import score_size, signs, without_noise
from gec_attribution.storage.caches import content_of
from gec_attribution.storage.signatures import digest

# What is compared with what, of each metric and without one.
_COMPARED = (
    (PHI, DIFFERENCE),
    (PHI, AGREEMENT),
    (PHI, TYPE),
    (DIFFERENCE, AGREEMENT),
    (DIFFERENCE, TYPE),
)
_COMPARED_WITHOUT = ((AGREEMENT, TYPE),)
# What is added to what.
_ADDED = (
    (PHI, DIFFERENCE),
    (DIFFERENCE, PHI),
    (PHI, AGREEMENT),
    (DIFFERENCE, AGREEMENT),
    (AGREEMENT, PHI),
    (PHI, TYPE_AND_AGREEMENT),
)


@dataclass(frozen=True)
class Preferences:
    """Pairs with a majority.

    Attributes:
        pairs: the pairs.
        right: (pairs,) whether people prefer the larger correction.
        source: (pairs,) number of each pair's source, from 0 without a gap.
        folds: (divisions, pairs) as `statistics.folds` has them.
    """

    pairs: Sequence[Pair]
    right: np.ndarray
    source: np.ndarray
    folds: np.ndarray

    @property
    def types(self) -> np.ndarray:
        """(pairs,) number of the type of each pair's edit."""
        return numbered([pair.edit.type for pair in self.pairs])


def compute(inputs: Inputs) -> Results:
    """The results of `preferred_edits` for the rankings of a data set."""
    files = dict(
        zip(inputs.settings["rankings"], inputs.files["rankings"], strict=True)
    )
    rankings = {judged: read_rankings(path) for judged, path in files.items()}
    rewrites = inputs.options["rewrites"]
    pairs = minimal_pairs(inputs.games(), rankings, rewrites)
    method = inputs.methods()[0]
    extracted = extracted_parts(joint_signature(inputs.signatures_of_edits().values()))
    read = digest({name: content_of(path) for name, path in files.items()})
    common = {"language": inputs.language.code, **extracted, "rankings": read}
    common["rewrites"] = "+".join(rewrites)
    evaluation = inputs.evaluation().with_test_resamples().signed(common)
    predictors: list[Predictor] = []
    for name, metric, score in inputs.scorers({}):
        parts = scored_parts(name, signature_of_scores(metric, {})) | method_parts(
            method
        )
        signature = (
            inputs.evaluation(name)
            .with_test_resamples()
            .signed(parts | common)
            .signature
        )
        worth = worths(pairs, score, method, inputs.language, inputs.seed)
        predictors += [
            Predictor(predictor, numbers, 0.0, name, signature=signature)
            for predictor, numbers in worth.items()
        ]
    return preferred_edits(evaluation, pairs, list(rankings), predictors)


def worths(
    pairs: Sequence[Pair], score: Score, method: Method, language: Language, seed: int
) -> dict[str, np.ndarray]:
    """The worth of each pair's edit under a metric; 0 within noise.

    Returns:
        `DIFFERENCE`, (pairs,) the score of the larger correction minus that of the smaller one, and
        `PHI`, (pairs,) the attribution of the edit in the larger correction; NaN where undefined.
    """
    games = [
        Game.of_correction(pair.source, pair.edits, language, seed) for pair in pairs
    ]
    smaller = []
    masks = []
    for game, pair in zip(games, pairs, strict=True):
        without_edit = full_mask(game.n) ^ 1 << pair.place
        smaller.append(without_edit)
        of_method = method.masks(game.n, game.seed)
        masks.append(np.union1d(of_method, np.array([without_edit], dtype=np.uint64)))
    tables = play(games, masks, score)
    sizes = np.array([score_size(table.baseline, table.score) for table in tables])
    undone = [table.at(mask) for table, mask in zip(tables, smaller, strict=True)]
    phi = [
        method.attribute(table, game.seed).phi[pair.place]
        for table, game, pair in zip(tables, games, pairs, strict=True)
    ]
    worth = {
        DIFFERENCE: np.array([table.score for table in tables]) - np.array(undone),
        PHI: np.array(phi),
    }
    return {name: without_noise(one, signs(one, sizes)) for name, one in worth.items()}


def preferred_edits(
    evaluation: Evaluation,
    pairs: Sequence[Pair],
    judgements: Sequence[str],
    predictors: Sequence[Predictor],
) -> Results:
    """Measure how well each predictor tells which of two corrections people prefer.

    Args:
        evaluation: evaluation of the data set, with as many resamples as tests need.
        pairs: the pairs.
        judgements: the ways of judging.
        predictors: predictors of each metric; NaN where undefined.

    Returns:
        The results by name, as the module describes them.

    Raises:
        InputError: there is no pair.
    """
    if not pairs:
        raise InputError(
            f"{evaluation.dataset}: no two ranked corrections differ by one edit"
        )
    measured: list[Row] = []
    differences: list[Row] = []
    added: list[Row] = []
    for judged in judgements:
        for choice in (ALL, SYSTEMS):
            chosen, counts = _chosen(pairs, predictors, judged, choice)
            preferences = _preferences(evaluation, pairs, judged, chosen)
            of_pairs = _without_metrics(preferences, evaluation.signature)
            of_pairs += [predictor.of(chosen) for predictor in predictors]
            areas = [
                _area(evaluation, predictor, preferences) for predictor in of_pairs
            ]
            about = {"judged": judged, "pairs_of": choice}
            for predictor, area in zip(of_pairs, areas, strict=True):
                for names, value in _measures(evaluation, predictor, area, preferences):
                    tests = {"p": _minus_half(value).p, **counts}
                    signature = predictor.signature
                    row = evaluation.row(
                        about | names, value, tests, signature=signature
                    )
                    measured.append(row)
            count = {"pairs": counts["pairs"]}
            for names, difference in _differences(of_pairs, areas):
                differences.append(
                    _tested(evaluation, about | names, difference, "difference", count)
                )
            for names, gain in _added(evaluation, of_pairs, preferences):
                added.append(_tested(evaluation, about | names, gain, "gain", count))
    family = ["judged", "pairs_of"]
    tables = {
        "preferred_edits": pd.DataFrame(measured),
        "preferred_edits_differences": bootstrap.with_holm(
            pd.DataFrame(differences), family=family
        ),
        "preferred_edits_added": bootstrap.with_holm(
            pd.DataFrame(added), family=family
        ),
    }
    first = predictors[0].metric if predictors else ""
    return {**tables, "preferred_edits_primary": _primary(first, *tables.values())}


def _chosen(
    pairs: Sequence[Pair], predictors: Sequence[Predictor], judged: str, choice: str
) -> tuple[np.ndarray, Row]:
    """Mask of the pairs that are measured, and how many there are and are left out."""
    in_choice = np.array([choice == ALL or not pair.needs_rewrite for pair in pairs])
    is_judged = np.array([judged in pair.votes for pair in pairs]) & in_choice
    verdicts = np.array([pair.verdict(judged) for pair in pairs])
    decided = is_judged & (verdicts != 0)
    defined = np.all([~np.isnan(predictor.numbers) for predictor in predictors], axis=0)
    chosen = decided & defined
    preferred = verdicts[chosen] > 0
    share_preferred = np.nan
    if len(preferred):
        share_preferred = preferred.mean()
    single = [pair for pair in compress(pairs, chosen) if len(pair.edits) == 1]
    counts = {
        "pairs": int(chosen.sum()),
        "single": len(single),
        "preferred": share_preferred,
        "undecided": int((is_judged & ~decided).sum()),
        "undefined": int((decided & ~defined).sum()),
    }
    return chosen, counts


def _preferences(
    evaluation: Evaluation, pairs: Sequence[Pair], judged: str, chosen: np.ndarray
) -> Preferences:
    some = list(compress(pairs, chosen))
    lines = np.array([pair.line for pair in some], dtype=np.int64)
    source = bootstrap.renumbered(lines)
    right = np.array([pair.verdict(judged) > 0 for pair in some], dtype=bool)
    return Preferences(some, right, source, evaluation.folds(source))


def _without_metrics(preferences: Preferences, signature: str) -> list[Predictor]:
    """The predictors that read no metric."""
    pairs = preferences.pairs
    agreement = np.array([pair.agreement for pair in pairs], dtype=float)
    tokens = -np.array([pair.tokens for pair in pairs], dtype=float)
    by_type = by_category(preferences.types, preferences.right, preferences.folds)
    return [
        Predictor(AGREEMENT, agreement, 0.5, signature=signature),
        Predictor(TYPE, by_type, 0.5, signature=signature),
        Predictor(TOKENS, tokens, signature=signature),
        Predictor(ALL_RIGHT, np.ones(len(pairs)), 0.5, signature=signature),
    ]


def _area(
    evaluation: Evaluation, predictor: Predictor, preferences: Preferences
) -> Resampled:
    """The area under the ROC curve, over pairs judged by the same model."""
    values = predictor.numbers
    strata = preferences.folds if values.ndim == 2 else 0
    area = area_under_curve(
        values, preferences.right, preferences.source, strata=strata
    )
    return evaluation.statistic(area, bootstrap.count_sources(preferences.source))


def _measures(
    evaluation: Evaluation,
    predictor: Predictor,
    area: Resampled,
    preferences: Preferences,
) -> Iterator[tuple[Row, Resampled]]:
    """The area, and the balanced accuracy of a predictor that calls one correction better."""
    names = {"metric": predictor.metric, "predictor": predictor.name}
    yield {**names, "measure": "auc"}, area
    if predictor.threshold is not None:
        right = preferences.right
        _, balanced = accuracies(
            evaluation, predictor.called, right, preferences.source
        )
        yield {**names, "measure": "balanced_accuracy"}, balanced


def _minus_half(statistic: Resampled) -> Resampled:
    return Resampled(
        statistic.value - 0.5, statistic.replicates - 0.5, statistic.sources
    )


def _by_metric(predictors: Sequence[Predictor]) -> Iterator[tuple[Row, dict[str, int]]]:
    """Columns of each metric, and the places of its predictors and of those without metrics.

    Before them all, those without metrics alone.
    """
    for metric in dict.fromkeys(one.metric for one in predictors):
        places = {
            one.name: place
            for place, one in enumerate(predictors)
            if one.metric in {"", metric}
        }
        last = predictors[max(places.values())]
        yield {"metric": metric, "signature": last.signature}, places


def _differences(
    predictors: Sequence[Predictor], areas: Sequence[Resampled]
) -> Iterator[tuple[Row, Resampled]]:
    """Differences of the areas of two predictors."""
    for names, places in _by_metric(predictors):
        for predictor, other in _COMPARED if names["metric"] else _COMPARED_WITHOUT:
            difference = bootstrap.difference(
                areas[places[predictor]], areas[places[other]]
            )
            yield {**names, "predictor": predictor, "other": other}, difference


def _added(
    evaluation: Evaluation, predictors: Sequence[Predictor], preferences: Preferences
) -> Iterator[tuple[Row, Resampled]]:
    """Gain of one predictor over a logistic model of others, on pairs of held-out sources."""
    right = preferences.right
    fold = preferences.folds[0]
    alike = np.zeros(len(right), dtype=np.int64)

    def likelihood(*features: int) -> np.ndarray:
        numbers = [
            predictors[place] for place in features if predictors[place].name != TYPE
        ]
        categories = preferences.types if len(numbers) < len(features) else alike
        columns = np.reshape(
            [one.numbers for one in numbers], (len(numbers), len(right))
        ).T
        return held_out_likelihood(categories, columns, right, fold)

    for names, places in _by_metric(predictors):
        for predictor, beside in _ADDED if names["metric"] else _COMPARED_WITHOUT:
            others = (TYPE, AGREEMENT) if beside == TYPE_AND_AGREEMENT else (beside,)
            features = [places[other] for other in others]
            without = likelihood(*features)
            gain = likelihood(*features, places[predictor]) - without
            mean = without.mean() if len(without) else np.nan
            about = {
                **names,
                "predictor": predictor,
                "beside": beside,
                "likelihood": mean,
            }
            yield about, evaluation.mean(gain, preferences.source)


def _tested(
    evaluation: Evaluation, names: Row, statistic: Resampled, value: str, counts: Row
) -> Row:
    """The row of a statistic that is compared with zero."""
    signature = names.pop("signature")
    counts = statistic.tests | counts
    return evaluation.row(names, statistic, counts, value, signature=signature)


def _primary(
    metric: str, measured: pd.DataFrame, differences: pd.DataFrame, added: pd.DataFrame
) -> pd.DataFrame:
    """The tests that docs/statistics.md names, with one correction over all of them."""
    areas = measured[measured["measure"] == "auc"].assign(against=CHANCE)
    for name in ("value", "low", "high"):
        areas[name] -= 0.5
    compared = differences.rename(columns={"other": "against", "difference": "value"})
    gains = added.rename(columns={"beside": "against", "gain": "value"})
    asked = [
        areas,
        compared[compared["against"].isin([DIFFERENCE, AGREEMENT])],
        gains[gains["against"] == AGREEMENT],
    ]
    rows = pd.concat(asked, ignore_index=True)
    is_of_metric = (rows["metric"] == metric) & (rows["predictor"] == PHI)
    tests = rows[is_of_metric & (rows["pairs_of"] == SYSTEMS)].reset_index(drop=True)
    columns = [
        "dataset",
        "judged",
        "metric",
        "predictor",
        "against",
        "value",
        "low",
        "high",
        "p",
    ]
    columns += ["pairs", "sources", "note", "signature"]
    return bootstrap.with_holm(tests[columns])
