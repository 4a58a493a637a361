"""Errors of each estimator of Shapley values, and whether its intervals tell of them.

The paper's Table 2 compares sampled permutations by their number T. Here estimators are compared at
the same number of evaluations, the cost of an estimate: as many distinct coalitions as T sampled
permutations of that sentence pass through. All estimates of a sentence are made from one complete
value table, so that their errors come from sampling alone.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import cast

import numpy as np
import pandas as pd

from gec_attribution.attribution import Estimate, Method, load_method
from gec_attribution.attribution.add_sub import AddSub
from gec_attribution.attribution.odd_regression import OddRegression
from gec_attribution.attribution.shapiq import Shapiq
from gec_attribution.attribution.shapley import shapley_values
from gec_attribution.attribution.shapley_sampling import ShapleySampling
from gec_attribution.attribution.signatures import scored_parts
from gec_attribution.experiments.estimators.labels import (
    ADD_SUB,
    ALL,
    ODD,
    PLAIN,
    PUBLISHED,
)
from gec_attribution.experiments.evaluation import Evaluation, Row
from gec_attribution.experiments.inputs import Inputs
from gec_attribution.games.coalitions import lattice_masks
from gec_attribution.games.game import Score
from gec_attribution.games.values import ValueTable
from gec_attribution.plugins.code import class_digest
from gec_attribution.scores.engine import signature_of_scores
from gec_attribution.storage.seeds import readable_seed_from
from gec_attribution.timing.direct_scoring import DrawnSentence

ESTIMATORS: dict[str, type[Method]] = {
    PLAIN: ShapleySampling,
    ODD: OddRegression,
    ADD_SUB: AddSub,
}
"""The estimators; the published code's is a use of the first."""
NO_OTHERS: Mapping[str, Shapiq] = MappingProxyType({})
_COLUMNS = ["dataset", "metric", "of_edits", "estimator", "permutations", "evaluations"]
_COLUMNS += ["sentences", "edits", "repetitions", "mae", "abs_phi", "abs_phi_sd"]
_COLUMNS += ["error", "error_low", "error_high"]
_COLUMNS += ["to_plain", "to_plain_low", "to_plain_high", "published"]
_COLUMNS += ["coverage", "coverage_low", "coverage_high", "half_width"]
_COLUMNS += ["reordered", "reordered_low", "reordered_high", "spread"]
_COLUMNS += ["sources", "note", "missing", "signature"]


def compute(inputs: Inputs) -> pd.DataFrame:
    """`compare_estimators` under every metric with scores of its own."""
    options = inputs.options
    fewest = options["fewest_edits"]
    counts = options["sentences"]
    chosen = choose(inputs.drawn(fewest, fewest + len(counts) - 1), fewest, counts)
    codes = {f"{name}.code": class_digest(kind) for name, kind in ESTIMATORS.items()}
    references = inputs.reference_texts()
    others = shapiq_methods(inputs.settings["methods"])
    for name, other in others.items():
        codes |= {f"{name}.{key}": str(part) for key, part in other.signature().items()}
    tables = []
    for name, metric, score in inputs.scorers(references):
        scored = scored_parts(name, signature_of_scores(metric, references))
        table = compare_estimators(
            inputs.evaluation(name).signed(scored | codes),
            score,
            chosen,
            permutations=options["permutations"],
            repetitions=options["repetitions"],
            others=others,
        )
        tables.append(table)
    return pd.concat(tables)


def shapiq_methods(methods: Mapping[str, Mapping[str, object]]) -> dict[str, Shapiq]:
    """The methods of type `shapiq` among those of a study."""
    found = {}
    for name, spec in methods.items():
        if spec["type"] == "shapiq":
            method = load_method(name, spec, exact_up_to=0, above="sample")
            found[name] = cast("Shapiq", method)
    return found


def choose(
    drawn: Sequence[DrawnSentence], fewest_edits: int, counts: Sequence[int]
) -> list[DrawnSentence]:
    """The first sentences of each number of edits, of no source two; those with most edits first.

    `counts` says how many sentences of `fewest_edits` edits to take, of one edit more, and so on;
    there may be fewer. Those with fewest edits are the first of the result.
    """
    chosen: list[DrawnSentence] = []
    for n, count in reversed(list(enumerate(counts, start=fewest_edits))):
        taken = {sentence.game.source for sentence in chosen}
        with_n_edits: dict[str, DrawnSentence] = {}
        for sentence in drawn:
            source = sentence.game.source
            if sentence.game.n == n and source not in taken:
                with_n_edits.setdefault(source, sentence)
        chosen = [*list(with_n_edits.values())[:count], *chosen]
    return chosen


def compare_estimators(
    evaluation: Evaluation,
    score: Score,
    chosen: Sequence[DrawnSentence],
    *,
    permutations: Sequence[int],
    repetitions: int,
    others: Mapping[str, Shapiq] = NO_OTHERS,
) -> pd.DataFrame:
    """Errors and intervals of all estimators under one metric, and of `others` by their names.

    Every coalition of every sentence is scored. Each number of permutations T makes a budget of
    evaluations; there are `repetitions` of each sentence, budget and estimator, with different
    samples.

    Returns:
        One row per estimator and budget, over all sentences (`of_edits` is `all`) and over those of
        each number of edits: dataset, metric, of_edits, estimator, permutations, evaluations
        (mean), sentences, edits, repetitions; `mae`, the mean |estimate − φ| over all edits, and
        `abs_phi`, the mean |φ|, and `abs_phi_sd`, its standard deviation, in the metric's unit;
        `error`, the first over the second, and `to_plain`, the same error over that of plain
        sampling with the budget, each with low and high; `published`, the error of the published
        code's sampling (one permutation, whatever T is) over this one, NaN where there is no error;
        `coverage`, the share of 95 % intervals that have the exact value, with low and high;
        `half_width`, the mean of half the width over the mean |φ|; `reordered`, the share of pairs
        of a sentence's edits that the estimate puts in another order than φ; `spread`, the mean
        standard deviation of the scores of a sentence's coalitions; sources, note, missing
        (sentences with an undefined score), signature.
    """
    measured = []
    for sentence in chosen:
        game = sentence.game
        masks = lattice_masks(game.n)
        texts = game.texts(masks)
        values = np.asarray(score([game.source] * len(texts), texts), dtype=np.float64)
        if not np.isfinite(values).all():
            continue
        table = ValueTable(game.n, masks, values)
        means = _means(table, game.seed, permutations, repetitions, others)
        about = {"line": sentence.line, "n": game.n, "spread": values.std()}
        measured.append(means.assign(**about))
    if not measured:
        return pd.DataFrame(columns=_COLUMNS)
    edits = pd.concat(measured, ignore_index=True)
    groups = {ALL: edits, **{str(n): rows for n, rows in edits.groupby("n")}}
    missing = len(chosen) - len(measured)
    rows = []
    for name, group in groups.items():
        for names, measures in _measures(evaluation, group, repetitions):
            of_group = {"of_edits": name, **names}
            rows.append(evaluation.row(of_group, measures, missing=missing))
    return pd.DataFrame(rows)


def _measures(
    evaluation: Evaluation, edits: pd.DataFrame, repetitions: int
) -> Iterator[tuple[Row, Row]]:
    """Names and measures of each estimator and budget, from rows of `_means` of some sentences."""
    groups = edits.groupby(["permutations", "estimator"], sort=False)
    errors = {key: rows["error"].to_numpy() for key, rows in groups}
    for (budget, estimator), rows in groups:
        mean = {name: rows[name].to_numpy() for name in rows}
        size = mean["size"]
        error = mean["error"]
        lines = mean["line"]
        firsts = np.unique(lines, return_index=True)[1]
        names = {
            "estimator": estimator,
            "permutations": budget,
            "evaluations": mean["evaluations"][firsts].mean(),
            "sentences": len(firsts),
            "edits": len(size),
            "repetitions": repetitions,
        }
        published = errors[budget, PUBLISHED].sum()
        measures: Row = {
            "mae": error.mean(),
            "abs_phi": size.mean(),
            "abs_phi_sd": size.std(),
        }
        measures["error"] = evaluation.ratio(error, size, lines)
        measures["to_plain"] = evaluation.ratio(error, errors[budget, PLAIN], lines)
        measures["published"] = published / error.sum() if error.any() else np.nan
        measures["coverage"] = evaluation.mean(mean["covered"], lines)
        measures["half_width"] = mean["half_width"].sum() / (size.sum() or np.nan)
        measures["reordered"] = evaluation.mean(mean["reordered"], lines)
        measures["spread"] = mean["spread"][firsts].mean()
        yield names, measures


def _means(
    table: ValueTable,
    seed: int,
    permutations: Sequence[int],
    repetitions: int,
    others: Mapping[str, Shapiq],
) -> pd.DataFrame:
    """The means of a sentence's estimates: a row for each budget, estimator and edit.

    Returns:
        permutations, estimator, evaluations, size (exact |φ|), error (|estimate − φ|), covered (the
        share of 95 % intervals with the exact value) and half_width (of these intervals); both NaN
        without intervals; and reordered (the share of the other edits that are on another side of
        this one than by φ).
    """
    exact = shapley_values(table.values)
    seeds = [
        readable_seed_from(seed, "repetition", number) for number in range(repetitions)
    ]
    frames = []
    for count in permutations:
        of_seeds = [_estimates(table, draw, count, others) for draw in seeds]
        for name in of_seeds[0]:
            estimates = [by_estimator[name] for by_estimator in of_seeds]
            means = _mean(estimates, exact)
            frames.append(means.assign(permutations=count, estimator=name))
    return pd.concat(frames, ignore_index=True)


def _estimates(
    table: ValueTable, seed: int, permutations: int, others: Mapping[str, Shapiq]
) -> dict[str, Estimate]:
    """An estimate by each estimator, at the evaluations of `permutations` permutations."""
    plain = _estimate(PLAIN, table, seed, permutations=permutations)
    budget = plain.evaluations
    estimates = {
        PLAIN: plain,
        # The published code uses one shuffled order T times, so one permutation stands for it.
        PUBLISHED: _estimate(PLAIN, table, seed, permutations=1),
        ODD: _estimate(ODD, table, seed, evaluations=budget),
        # Add-Sub takes two evaluations an edit, whatever number is allowed.
        ADD_SUB: _estimate(ADD_SUB, table, seed),
    }
    for name, other in others.items():
        estimates[name] = replace(other, budget=budget).attribute(table, seed)
    return estimates


def _mean(estimates: Sequence[Estimate], exact: np.ndarray) -> pd.DataFrame:
    errors = np.abs([estimate.phi - exact for estimate in estimates])
    half_widths = np.array([estimate.half_width for estimate in estimates])
    # The exact values are sums over all coalitions, and have rounding errors of their own.
    rounding = 1e-9 * np.abs(exact).max(initial=0)
    covered = np.where(np.isnan(half_widths), np.nan, errors <= half_widths + rounding)
    orders = np.array([_order(estimate.phi) for estimate in estimates])
    reordered = (orders != _order(exact)).sum(axis=2) / max(len(exact) - 1, 1)
    means = {
        "error": errors.mean(axis=0),
        "covered": covered.mean(axis=0),
        "half_width": half_widths.mean(axis=0),
        "reordered": reordered.mean(axis=0),
    }
    evaluations = np.mean([estimate.evaluations for estimate in estimates])
    return pd.DataFrame(means).assign(size=np.abs(exact), evaluations=evaluations)


def _order(phi: np.ndarray) -> np.ndarray:
    """Sign of φ of each edit minus that of each other one: (n, n)."""
    return np.sign((phi[:, None] - phi).round(12))


def _estimate(kind: str, table: ValueTable, seed: int, **size: int) -> Estimate:
    method = ESTIMATORS[kind](name=kind, exact_up_to=table.n, above="sample", **size)
    return method.attribute(table, seed)
