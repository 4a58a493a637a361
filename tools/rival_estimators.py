"""Errors and seconds of rival estimators of Shapley values.

    python -m tools.rival_estimators config/pretrained.yaml ppl some impara

Errors are those in the games of the study's experiment `estimators`. Each estimator gets the same
evaluations of every sentence that the experiment drew, and its mean error is divided by the mean
|φ|. All scores are in the store when the experiment has run. The table,
`results/<study>/tables/rival_estimators.csv`, has dataset, metric, budget (evaluations an edit, or
50 in all), estimator, error and its ratio to the odd regression's on the same sentences, each with
its 95 % interval over sentences, and the number of sentences.

Seconds do not depend on what the values are, so they are those of games with random values, which
are all there: metrics cost nothing here. `rival_seconds.csv` beside the other table has edits,
budget, estimator, seconds (the median over corrections of what an estimate takes of one core's
time), and their ratio to the odd regression's with the least and the greatest of `ROUNDS` rounds.
Without a metric, only this table is made.

What is not a method of the library is here, as published: Leverage SHAP (Musco and Witter 2024),
permutations each with its reverse (Mayer and Wüthrich 2025, arXiv 2508.12947), OddSHAP (Fumagalli
et al. 2026, arXiv 2602.01399, with scikit-learn's boosted trees as its proxy) and an estimate that
is adjusted by a line fitted to the other half of the sample (Witter et al. 2025, arXiv 2506.11849).
"""

import argparse
import itertools
import math
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from sklearn.ensemble import GradientBoostingRegressor
from threadpoolctl import threadpool_limits

from gec_attribution.attribution.odd_regression import OddRegression
from gec_attribution.attribution.shapiq import Shapiq
from gec_attribution.attribution.shapley import shapley_values
from gec_attribution.config.opening import load_study
from gec_attribution.config.study import Study
from gec_attribution.experiments.estimators import Options
from gec_attribution.experiments.estimators.compute import choose
from gec_attribution.games.coalitions import existing_pairs, lattice_masks, sample_pairs
from gec_attribution.games.game import Score
from gec_attribution.games.values import ValueTable, read_games
from gec_attribution.languages import load_language
from gec_attribution.metrics import load_metric
from gec_attribution.scores.engine import scorer, signature_of_scores
from gec_attribution.storage.files import write_atomically
from gec_attribution.timing.direct_scoring import draw_sentences

Floats = NDArray[np.float64]
Masks = NDArray[np.int64]
Estimator = Callable[[Floats, int, int], Floats]

REPETITIONS = 5
# Evaluations an edit; or in all.
BUDGETS = {"5": 5, "10": 10, "20": 20}
IN_ALL = 50
ALL_BUDGETS = (*BUDGETS, f"{IN_ALL} in all")
RESAMPLES = 2000
# Of the timing: numbers of edits, and corrections with so many in each round.
TIMED_EDITS = (8, 9, 10)
TIMED_CORRECTIONS = 10
ROUNDS = 3


def edits_in(values: Floats) -> int:
    """Number of edits of a game, of whose coalitions these are the values."""
    return len(values).bit_length() - 1


def members(masks: Masks, n: int) -> NDArray[np.bool_]:
    """Membership of each player in each coalition, (m, n)."""
    bits = masks[:, None] >> np.arange(n)
    return (bits & 1).astype(bool)


def leverage_pairs(n: int, evaluations: int, seed: int) -> Masks:
    """A coalition of each sampled pair of complements, all sizes as often until exhausted."""
    sizes = list(range(1, n // 2 + 1))
    most = {size: existing_pairs(n, size) for size in sizes}
    counts = dict.fromkeys(sizes, 0)
    wanted = min((evaluations - 2) // 2, sum(most.values()))
    for size in itertools.cycle(sizes):
        if sum(counts.values()) == wanted:
            break
        if counts[size] < most[size]:
            counts[size] += 1
    parts = [sample_pairs(n, size, count, seed) for size, count in counts.items()]
    return np.concatenate(parts).astype(np.int64)


def additive_fit(values: Floats, masks: Masks) -> Floats:
    """φ of the weighted least squares of Leverage SHAP over pairs of complements."""
    n = edits_in(values)
    full = 2**n - 1
    sizes = np.bitwise_count(masks).astype(int)
    sampled = np.bincount(sizes, minlength=n + 1)
    # Of a coalition of half the edits, the complement has the same size.
    halves = np.where(2 * sizes == n, 0.5, 1)
    weights = halves / (sizes * (n - sizes) * sampled[sizes])
    signs = np.where(members(masks, n), 1.0, -1.0)
    equal = (values[full] - values[0]) / n
    differences = values[masks] - values[full ^ masks]
    left = differences - equal * signs.sum(axis=1)
    centred = signs - signs.mean(axis=1, keepdims=True)
    root = np.sqrt(weights)
    design = centred * root[:, None]
    slopes, *_ = np.linalg.lstsq(design, left * root, rcond=1e-10)
    return equal + slopes - slopes.mean()


def leverage_shap(values: Floats, evaluations: int, seed: int) -> Floats:
    """Leverage SHAP, its sizes in fixed numbers."""
    masks = leverage_pairs(edits_in(values), evaluations, seed)
    return additive_fit(values, masks)


def permutations(
    values: Floats, evaluations: int, seed: int, *, reverse: bool = False
) -> Floats:
    """Mean contributions over as many orders, each with its reverse or not, as can be paid for."""
    n = edits_in(values)
    generator = np.random.default_rng(seed)
    seen = {0, 2**n - 1}
    total = np.zeros(n)
    taken = 0
    while True:
        order = generator.permutation(n)
        orders = [order, order[::-1]] if reverse else [order]
        # The coalitions that an order passes, from none to all edits.
        passed = [np.append(0, np.cumsum(1 << each)) for each in orders]
        seen.update(np.concatenate(passed).tolist())
        if len(seen) > evaluations:
            return total / taken
        for each, masks in zip(orders, passed, strict=True):
            total[each] += np.diff(values[masks])
            taken += 1


def paired_permutations(values: Floats, evaluations: int, seed: int) -> Floats:
    """Each order with its reverse."""
    return permutations(values, evaluations, seed, reverse=True)


def odd_shap(values: Floats, evaluations: int, seed: int) -> Floats:
    """Least squares over the odd interactions that boosted trees find largest."""
    n = edits_in(values)
    full = 2**n - 1
    masks = leverage_pairs(n, evaluations, seed)
    odd = (values[masks] - values[full ^ masks]) / 2
    both = np.append(masks, full ^ masks)
    trees = GradientBoostingRegressor(max_depth=5, random_state=0)
    trees.fit(members(both, n), np.append(odd, -odd))
    every = np.arange(2**n)
    sizes = np.bitwise_count(every)
    higher = every[(sizes % 2 == 1) & (sizes > 1)]
    predicted = trees.predict(members(every, n))
    found = np.abs(_parities(every, higher).T @ predicted)
    largest = np.argsort(-found, kind="stable")
    affordable = max(len(masks) // 2 - n, 0)
    kept = higher[largest[:affordable]]
    terms = np.append(1 << np.arange(n), kept)
    design = _parities(masks, terms)
    inside = np.bitwise_count(masks)
    weights = 1.0 / (inside * (n - inside.astype(float)))
    weighted = design.T * weights
    normal = weighted @ design + 1e-10 * np.eye(len(terms))
    free = np.linalg.solve(normal, weighted @ odd)
    ones = np.linalg.solve(normal, np.ones(len(terms)))
    missing = (values[full] - values[0]) / 2 - free.sum()
    coefficients = free + ones * missing / ones.sum()
    shares = coefficients / np.bitwise_count(terms)
    return 2 * shares @ members(terms, n)


def _parities(masks: Masks, subsets: Masks) -> Floats:
    outside = np.bitwise_count(subsets & ~masks[:, None])
    return np.where(outside % 2, -1.0, 1.0)


def regression_adjusted(values: Floats, evaluations: int, seed: int) -> Floats:
    """A line fitted to half the pairs, and an unweighted estimate of what it misses in the rest."""
    n = edits_in(values)
    full = 2**n - 1
    masks = leverage_pairs(n, evaluations, seed)
    half = np.random.default_rng(seed).permutation(len(masks)) % 2
    estimates = []
    for part in (0, 1):
        fitted = additive_fit(values, masks[half != part])
        missed = values - members(np.arange(2**n), n) @ fitted
        correction = np.zeros(n)
        for size in range(1, n // 2 + 1):
            is_here = (half == part) & (np.bitwise_count(masks) == size)
            rows = masks[is_here]
            if not len(rows):
                continue
            inside = 1 / (n * math.comb(n - 1, size - 1))
            outside = 1 / (n * math.comb(n - 1, size))
            weights = np.where(members(rows, n), inside, -outside)
            differences = missed[rows] - missed[full ^ rows]
            correction += existing_pairs(n, size) / len(rows) * differences @ weights
        estimates.append(fitted + correction)
    phi = np.mean(estimates, axis=0)
    return phi + (values[full] - values[0] - phi.sum()) / n


def of_library(kind: type, **options: object) -> Estimator:
    """An estimator that is a method of the library."""

    def estimate(values: Floats, evaluations: int, seed: int) -> Floats:
        n = edits_in(values)
        budget = {"budget" if kind is Shapiq else "evaluations": evaluations}
        method = kind(name="rival", exact_up_to=0, above="sample", **budget, **options)
        return method.attribute(ValueTable(n, lattice_masks(n), values), seed).phi

    return estimate


ESTIMATORS: dict[str, Estimator] = {
    "Odd regression": of_library(OddRegression),
    "Leverage SHAP": leverage_shap,
    "OddSHAP": odd_shap,
    "Regression-adjusted": regression_adjusted,
    "Paired permutations": paired_permutations,
    "Permutations": permutations,
    "kADD-SHAP (shapiq)": of_library(Shapiq, approximator="kADDSHAP"),
    "KernelSHAP (shapiq)": of_library(Shapiq, approximator="KernelSHAP"),
    "SVARM (shapiq)": of_library(Shapiq, approximator="SVARM"),
}


def errors(estimator: Estimator, values: Floats, evaluations: int) -> Floats:
    """The sum of |estimate − φ| over a sentence's edits, and of |φ|: the mean of some samples."""
    exact = shapley_values(values)
    estimates = np.array(
        [estimator(values, evaluations, seed) for seed in range(REPETITIONS)]
    )
    error = np.abs(estimates - exact).sum(axis=1).mean()
    return np.array([error, np.abs(exact).sum()])


def evaluations_of(budget: str, n: int) -> int:
    """The evaluations that a budget gives a correction of n edits."""
    return BUDGETS[budget] * n if budget in BUDGETS else IN_ALL


def rows(games: list[Floats], dataset: str, metric: str) -> Iterator[dict[str, object]]:
    """A row for each estimator and budget."""
    resamples = np.random.default_rng(0).integers(
        len(games), size=(RESAMPLES, len(games))
    )
    for budget in ALL_BUDGETS:
        ours = np.empty(0)
        for name, estimator in ESTIMATORS.items():
            measured = []
            for values in games:
                n = edits_in(values)
                measured.append(errors(estimator, values, evaluations_of(budget, n)))
            error_sums, phi_sums = np.array(measured).T
            if not len(ours):
                # The first is ours, with which the others are compared on the same sentences.
                ours = error_sums
            error = ratio(error_sums, phi_sums, resamples)
            to_ours = ratio(error_sums, ours, resamples)
            yield {
                "dataset": dataset,
                "metric": metric,
                "budget": budget,
                "estimator": name,
                **with_bounds("error", error),
                **with_bounds("to_ours", to_ours),
                "sentences": len(games),
            }


def with_bounds(name: str, value: Floats) -> dict[str, float]:
    """Cells of a number and of the ends of its interval."""
    return dict(zip((name, f"{name}_low", f"{name}_high"), value, strict=True))


def ratio(above: Floats, below: Floats, resamples: NDArray[np.int64]) -> Floats:
    """A ratio of sums over sentences and the ends of its 95 % interval."""
    drawn = above[resamples].sum(axis=1) / below[resamples].sum(axis=1)
    ends = np.quantile(drawn, [0.025, 0.975])
    return np.append(above.sum() / below.sum(), ends)


def timed_rows(n: int) -> Iterator[dict[str, object]]:
    """A row for each estimator and budget: what an estimate for n edits takes."""
    games = np.random.default_rng(0).normal(size=(TIMED_CORRECTIONS, 2**n))
    for budget in ALL_BUDGETS:
        evaluations = evaluations_of(budget, n)
        taken = {name: np.empty((ROUNDS, len(games))) for name in ESTIMATORS}
        for estimator in ESTIMATORS.values():
            # The first call imports.
            estimator(games[0], evaluations, 0)
        # Rounds, so that a change of the processor's speed meets all alike.
        for round_ in range(ROUNDS):
            for name, estimator in ESTIMATORS.items():
                for place, values in enumerate(games):
                    began = time.thread_time()
                    estimator(values, evaluations, place)
                    taken[name][round_, place] = time.thread_time() - began
        # The first is ours.
        ours = np.median(next(iter(taken.values())), axis=1)
        for name, seconds in taken.items():
            to_ours = np.median(seconds, axis=1) / ours
            yield {
                "edits": n,
                "budget": budget,
                "estimator": name,
                "seconds": np.median(seconds),
                "to_ours": np.median(to_ours),
                "to_ours_low": to_ours.min(),
                "to_ours_high": to_ours.max(),
            }


def value_tables(
    games: Path, systems: Sequence[str], options: Options, seed: int, score: Score
) -> list[Floats]:
    """The values of all coalitions of each sentence that the experiment draws."""
    most_edits = options.fewest_edits + len(options.sentences) - 1
    drawn = draw_sentences(
        read_games(games, systems).values(),
        fewest_edits=options.fewest_edits,
        most_edits=most_edits,
        language=load_language("en"),
        seed=seed,
    )
    tables = []
    for sentence in choose(drawn, options.fewest_edits, options.sentences):
        texts = sentence.game.texts(lattice_masks(sentence.game.n))
        tables.append(np.asarray(score([sentence.game.source] * len(texts), texts)))
    return tables


def main() -> None:
    """Write the tables of a study."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("study", type=Path)
    parser.add_argument("metrics", nargs="*")
    arguments = parser.parse_args()
    study = load_study(arguments.study)
    tables = Path("results") / study.study / "tables"
    with threadpool_limits(1):
        seconds = itertools.chain.from_iterable(map(timed_rows, TIMED_EDITS))
        write_table(pd.DataFrame(seconds), tables / "rival_seconds.csv")
    if arguments.metrics:
        found = errors_of_study(study, arguments.metrics)
        write_table(found, tables / "rival_estimators.csv")


def errors_of_study(study: Study, metrics: Sequence[str]) -> pd.DataFrame:
    """The rows of all data sets with experiments of their own, under some metrics."""
    options = Options.model_validate(study.evaluation["estimators"])
    results = Path("results") / study.study
    found = []
    for name in metrics:
        metric = load_metric(name, study.metrics[name].model_dump(exclude_unset=True))
        signature = "|".join(
            f"{key}:{part}" for key, part in signature_of_scores(metric).items()
        )
        score = scorer(metric, "score", "results/store")
        for dataset, entry in study.datasets.items():
            if entry.experiments is None:
                path = results / dataset / "coalitions" / "games.parquet"
                games = value_tables(
                    path, study.systems_of(dataset), options, study.seed, score
                )
                labels = study.label("dataset", dataset), study.label("metric", name)
                table = pd.DataFrame(rows(games, *labels))
                found.append(table.assign(signature=signature))
    return pd.concat(found)


def write_table(table: pd.DataFrame, path: Path) -> None:
    """Write a table as CSV."""
    with write_atomically(path) as temporary:
        table.to_csv(temporary, index=False)


if __name__ == "__main__":
    main()
