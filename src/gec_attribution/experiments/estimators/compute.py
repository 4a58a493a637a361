"""How far each estimator of Shapley values is from them, and whether its intervals say so.

The paper's Table 2 compares sampled permutations by their number T. Here estimators are compared at
the same number of evaluations, the cost of an estimate: as many distinct coalitions as T sampled
permutations of that sentence pass through. All estimates of a sentence are made from one
complete value table, so that their errors come from sampling alone.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
import pandas as pd

from gec_attribution.attribution import Estimate, load_method
from gec_attribution.attribution.shapley import shapley_values
from gec_attribution.attribution.signatures import scored_parts
from gec_attribution.experiments.evaluation import Evaluation, Row
from gec_attribution.experiments.inputs import Inputs
from gec_attribution.games.coalitions import lattice_masks
from gec_attribution.games.game import Score
from gec_attribution.games.values import ValueTable
from gec_attribution.storage.seeds import readable_seed_from
from gec_attribution.storage.signatures import format_signature
from gec_attribution.timing.direct_scoring import DrawnSentence

ALL = "all"
PLAIN, PUBLISHED, LEVERAGE = "shapley_sampling", "official_sampling", "leverage_shap"
ADD_SUB = "add_sub"


def compute(inputs: Inputs) -> pd.DataFrame:
    """`compare_estimators` under every metric with scores of its own."""
    options = inputs.options
    fewest, counts = options["min_edits"], options["sentences"]
    chosen = choose(inputs.drawn(fewest, fewest + len(counts) - 1), fewest, counts)
    return pd.concat(
        compare_estimators(
            inputs.evaluation(name, format_signature(scored_parts(name, metric.signature()))),
            score,
            chosen,
            permutations=options["permutations"],
            repetitions=options["repetitions"],
        )
        for name, metric, score in inputs.scorers()
    )


class _Means(NamedTuple):
    """Means of one estimator and budget over its estimates of a sentence.

    Attributes:
        evaluations: (1,) number of evaluations that it used.
        errors: (n,) |estimate − exact|.
        covered: (n,) share of 95 % intervals with the exact value; NaN without intervals.
        half_widths: (n,) half the width of the intervals; NaN without them.
    """

    evaluations: np.ndarray
    errors: np.ndarray
    covered: np.ndarray
    half_widths: np.ndarray


class _Measured(NamedTuple):
    """A sentence of which every subset has a score.

    Attributes:
        line: its line in the corpus.
        size: (n,) |φ|, exactly.
        means: of each estimator and number of permutations whose evaluations it was allowed.
    """

    line: int
    size: np.ndarray
    means: dict[tuple[str, int], _Means]


def choose(
    drawn: Sequence[DrawnSentence], min_edits: int, counts: Sequence[int]
) -> list[DrawnSentence]:
    """The first sentences of each number of edits, of no source two; those with most edits first.

    Args:
        drawn: sentences in an order decided by their content.
        min_edits: fewest edits.
        counts: how many sentences of `min_edits` edits to take, of one edit more, and so on; there
            may be fewer.

    Returns:
        Those with fewest edits first.
    """
    chosen: list[DrawnSentence] = []
    for n, count in reversed(list(enumerate(counts, start=min_edits))):
        taken = {sentence.game.source for sentence in chosen}
        own: dict[str, DrawnSentence] = {}
        for sentence in drawn:
            if sentence.game.n == n and sentence.game.source not in taken:
                own.setdefault(sentence.game.source, sentence)
        chosen = [*list(own.values())[:count], *chosen]
    return chosen


def compare_estimators(
    evaluation: Evaluation,
    score: Score,
    chosen: Sequence[DrawnSentence],
    *,
    permutations: Sequence[int],
    repetitions: int,
) -> pd.DataFrame:
    """Errors and intervals of all estimators under one metric.

    Args:
        evaluation: of the data set by the metric.
        score: the metric; every coalition of every sentence is scored.
        chosen: the sentences.
        permutations: numbers of permutations T; each makes a budget of evaluations.
        repetitions: estimates of each sentence, budget and estimator, with different samples.

    Returns:
        One row per estimator and budget, over all sentences (`of_edits` is `all`) and over those of
        each number of edits: dataset, metric, of_edits, estimator, permutations, evaluations
        (mean), sentences, edits, repetitions; `mae`, the mean |estimate − φ| over all edits, and
        `abs_phi`, the mean |φ|, in the metric's unit; `error`, the one over the other, and
        `to_plain`, the same error over that of plain sampling with the budget, each with low and
        high; `published`, the error of the published code's sampling (one permutation, whatever T
        is) over this one; `coverage`, the share of 95 % intervals that have
        the exact value, with low and high; `half_width`, the mean of half the width over the mean
        |φ|; sources, note (why there are no low and high), missing (sentences with an undefined
        score), signature.
    """
    measured = []
    for sentence in chosen:
        game = sentence.game
        masks = lattice_masks(game.n)
        texts = game.texts(masks)
        values = np.asarray(score([game.source] * len(texts), texts), dtype=np.float64)
        if np.isfinite(values).all():
            table = ValueTable(game.n, masks, values)
            means = _means(table, game.seed, permutations, repetitions)
            measured.append(_Measured(sentence.line, np.abs(shapley_values(values)), means))
    if not measured:
        return pd.DataFrame(columns=_COLUMNS)
    groups = {ALL: measured}
    for n in sorted({len(sentence.size) for sentence in measured}):
        groups[str(n)] = [sentence for sentence in measured if len(sentence.size) == n]
    missing = len(chosen) - len(measured)
    rows = [
        evaluation.row({"of_edits": name, **names}, measures, missing=missing)
        for name, group in groups.items()
        for names, measures in _measures(evaluation, group, repetitions)
    ]
    return pd.DataFrame(rows)


def _measures(
    evaluation: Evaluation, measured: Sequence[_Measured], repetitions: int
) -> Iterator[tuple[Row, Row]]:
    """Names and measures of each estimator and budget over some sentences."""
    size = np.concatenate([sentence.size for sentence in measured])
    lines = np.concatenate([np.full(len(sentence.size), sentence.line) for sentence in measured])
    means = {
        key: _Means(*map(np.hstack, zip(*(one.means[key] for one in measured), strict=True)))
        for key in measured[0].means
    }
    for (estimator, budget), mean in means.items():
        names = {
            "estimator": estimator,
            "permutations": budget,
            "evaluations": mean.evaluations.mean(),
            "sentences": len(measured),
            "edits": len(size),
            "repetitions": repetitions,
        }
        measures = {
            "mae": mean.errors.mean(),
            "abs_phi": size.mean(),
            "error": evaluation.ratio(mean.errors, size, lines),
            "to_plain": evaluation.ratio(mean.errors, means[PLAIN, budget].errors, lines),
            "published": means[PUBLISHED, budget].errors.sum() / mean.errors.sum(),
            "coverage": evaluation.mean(mean.covered, lines),
            "half_width": mean.half_widths.sum() / size.sum(),
        }
        yield names, measures


_COLUMNS = [
    *("dataset", "metric", "of_edits", "estimator", "permutations", "evaluations", "sentences"),
    *("edits", "repetitions", "mae", "abs_phi", "error", "error_low", "error_high", "to_plain"),
    *("to_plain_low", "to_plain_high", "published", "coverage", "coverage_low", "coverage_high"),
    *("half_width", "sources", "note", "missing", "signature"),
]


def _means(
    table: ValueTable, seed: int, permutations: Sequence[int], repetitions: int
) -> dict[tuple[str, int], _Means]:
    """The means of a sentence's estimates, in the order of budgets and estimators."""
    estimates: dict[tuple[str, int], list[Estimate]] = {}
    for repetition in range(repetitions):
        own = readable_seed_from(seed, "repetition", repetition)
        for count in permutations:
            plain = _estimate(PLAIN, table, own, permutations=count)
            by_estimator = {
                PLAIN: plain,
                # The published code stores one shuffled order T times.
                PUBLISHED: _estimate(PLAIN, table, own, permutations=1),
                LEVERAGE: _estimate(LEVERAGE, table, own, evaluations=plain.evaluations),
                # Its evaluations are two an edit, whatever it is allowed.
                ADD_SUB: _estimate(ADD_SUB, table, own),
            }
            for name, estimate in by_estimator.items():
                estimates.setdefault((name, count), []).append(estimate)
    exact = shapley_values(table.values)
    return {key: _mean(of_key, exact) for key, of_key in estimates.items()}


def _mean(estimates: Sequence[Estimate], exact: np.ndarray) -> _Means:
    errors = np.abs([estimate.phi - exact for estimate in estimates])
    half_widths = np.array([estimate.half_width for estimate in estimates])
    # A sum of as many values as there are coalitions is not exact either.
    rounding = 1e-9 * np.abs(exact).max(initial=0)
    covered = np.where(np.isnan(half_widths), np.nan, errors <= half_widths + rounding)
    evaluations = [[estimate.evaluations] for estimate in estimates]
    return _Means(*(np.mean(of, axis=0) for of in (evaluations, errors, covered, half_widths)))


def _estimate(kind: str, table: ValueTable, seed: int, **size: int) -> Estimate:
    spec = {"type": kind, **size}
    method = load_method(kind, spec, max_edits=table.n, above_max_edits="sample")
    return method.attribute(table, seed)
