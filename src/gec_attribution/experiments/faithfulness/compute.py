"""Faithfulness: early gains from applying the edits in the order of φ, the best first.

A faithful explanation ranks the edits first that matter most. After k of the n edits of a sentence
the metric has given v(S_k) − v(∅), and against a reference the sentence has an F0.5; the area under
either curve over the share of applied edits says how early the gain came. It is compared with what
any order reaches on average and with the best order there is, both exactly, from the complete value
table.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import product
from typing import NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from scipy.stats import hypergeom

from gec_attribution.edits.matching import best_reference, matches
from gec_attribution.edits.model import Edit
from gec_attribution.experiments.evaluation import Evaluation
from gec_attribution.experiments.inputs import Inputs
from gec_attribution.games.coalitions import (
    coalition_sizes,
    players_of,
    prefix_masks,
)
from gec_attribution.games.values import SentenceValues
from gec_attribution.judging.edits_in_references import References
from gec_attribution.judging.f_scores import f_scores

METRIC = "metric"
F05 = "f0.5"
RANDOM = "random"
BEST = "best"
MIN_EDITS = 3

Floats = NDArray[np.float64]


def compute(inputs: Inputs) -> pd.DataFrame:
    """`faithfulness` under every metric."""
    references = inputs.references()
    most = inputs.settings["coalitions"]["exact_up_to"]
    evaluation = inputs.evaluation()
    areas = []
    for metric, tables in inputs.attributions_by_metric():
        attributions = dict(zip(inputs.settings["methods"], tables, strict=True))
        values = inputs.values(metric)
        sentences = sentence_curves(values, attributions, references, exact_up_to=most)
        evaluations = {name: evaluation.of(rows) for name, rows in attributions.items()}
        areas.append(faithfulness(evaluations, sentences))
    return pd.concat(areas)


class Curves(NamedTuple):
    """The curves of some sentences by order: (n + 1,) each, from no edit to all, starting at 0.

    Attributes:
        lines: (sentences,) their lines.
        curves: those of each sentence, by what is measured and by method, `RANDOM` and `BEST` among
            them.
    """

    lines: np.ndarray
    curves: dict[tuple[str, str], list[Floats]]


def sentence_curves(
    systems: Mapping[str, Iterable[SentenceValues]],
    attributions: Mapping[str, pd.DataFrame],
    references: References,
    *,
    exact_up_to: int,
) -> Curves:
    """The curves of every sentence of `MIN_EDITS` or more that has all values and attributions.

    Args:
        systems: the sentences of each system with their values; those with all 2^n are used.
        attributions: the attributions of the same sentences by each method, in the order of systems
            and lines: system, line, phi; a sentence is used where all methods have them.
        references: the edits of the references of each line; empty where there are none. A sentence
            is compared with the one with which its hypothesis has the best F0.5.
        exact_up_to: most edits of a sentence; the sample of a longer one may have every coalition.
    """
    lines = []
    measured = (METRIC, F05) if references else (METRIC,)
    orders = (*attributions, RANDOM, BEST)
    curves: dict[tuple[str, str], list[Floats]]
    curves = {key: [] for key in product(measured, orders)}
    by_method = {method: _by_sentence(table) for method, table in attributions.items()}
    for system, sentences in systems.items():
        for sentence in sentences:
            table = sentence.table
            is_in_range = MIN_EDITS <= table.n <= exact_up_to
            place = (system, sentence.line)
            is_attributed = all(place in phi_of for phi_of in by_method.values())
            if not (is_in_range and table.is_complete and is_attributed):
                continue
            phis = {method: phi_of[place] for method, phi_of in by_method.items()}
            lines.append(sentence.line)
            choices = references[sentence.line - 1] if references else ()
            for key, curve in _curves(sentence, phis, choices).items():
                curves[key].append(curve)
    return Curves(np.array(lines, dtype=np.int64), curves)


def _by_sentence(attributions: pd.DataFrame) -> dict[tuple[str, int], Floats]:
    """φ of the edits of each sentence where all are defined, by system and line."""
    phi = attributions["phi"].to_numpy()
    rows_of_sentences = attributions.groupby(["system", "line"], observed=True).indices
    phis = {}
    for sentence, rows in rows_of_sentences.items():
        if np.isfinite(phi[rows]).all():
            phis[sentence] = phi[rows]
    return phis


def faithfulness(
    evaluations: Mapping[str, Evaluation], sentences: Curves
) -> pd.DataFrame:
    """The gain of each method's order of edits, from random (0) to best (1).

    Returns:
        A row for each curve (`metric` or `f0.5`) and method: dataset, metric, curve, method, value,
        low, high, sentences, edits, sources, note, signature. `value` is Σ (area − random area) / Σ
        (best area − random area) over sentences.
    """
    rows = []
    lines, curves = sentences
    edits = sum(len(curve) - 1 for curve in curves[METRIC, RANDOM])
    counts = {"sentences": len(lines), "edits": edits}
    for (curve, method), ordered in curves.items():
        if method in (RANDOM, BEST):
            continue
        evaluation = evaluations[method]
        random = _areas(curves[curve, RANDOM])
        best = _areas(curves[curve, BEST])
        gained = _areas(ordered) - random
        gain = evaluation.ratio(gained, best - random, lines)
        names = {"curve": curve, "method": method}
        rows.append(evaluation.row(names, gain, counts))
    return pd.DataFrame(rows)


def _curves(
    sentence: SentenceValues,
    phis: Mapping[str, Floats],
    references: Sequence[Sequence[Edit]],
) -> dict[tuple[str, str], Floats]:
    """The curves of one sentence by what is measured and by order."""
    values = sentence.table.dense - sentence.table.baseline
    orders = {name: np.argsort(-phi, kind="stable") for name, phi in phis.items()}
    curves = {}
    for name, order in orders.items():
        (masks,) = prefix_masks(order[None])
        curves[METRIC, name] = values[masks.astype(np.int64)]
    # The mean over all orders is that over all coalitions of as many edits.
    sizes = coalition_sizes(sentence.table.n)
    sums = np.bincount(sizes, values)
    curves[METRIC, RANDOM] = sums / np.bincount(sizes)
    curves[METRIC, BEST] = values[_best_path(values)]
    if references:
        number, _ = best_reference(sentence.edits, references)
        reference = references[number]
        correct = matches(sentence.edits, reference)
        for name, f05 in _f05(orders, correct, len(reference)).items():
            curves[F05, name] = f05 - f05[0]
    return curves


def _f05(
    orders: Mapping[str, np.ndarray], correct: np.ndarray, references: int
) -> dict[str, Floats]:
    """F0.5 after each number of edits, by order, against a reference of `references` edits."""
    applied = np.arange(len(correct) + 1)
    every_right = int(correct.sum())
    right = {BEST: np.minimum(applied, every_right)}
    for name, order in orders.items():
        right[name] = np.append(0, np.cumsum(correct[order]))
    curves = {RANDOM: _random_f05(len(correct), every_right, references)}
    for name, tp in right.items():
        curves[name] = f_scores(tp, applied - tp, references - tp).f
    return curves


def _best_path(values: Floats) -> list[int]:
    """The masks, from none to all, of the order with the largest area under its curve."""
    n = players_of(values)
    players = 1 << np.arange(n)
    every_mask = np.arange(len(values))
    sizes = coalition_sizes(n)
    # Of each mask, the largest sum of values on a path to it, and the player that comes last.
    largest_sum = values.copy()
    last = np.zeros_like(every_mask)
    for size in range(1, n + 1):
        masks = every_mask[sizes == size]
        without_player = masks[:, None] ^ players
        is_member = without_player < masks[:, None]
        reached = np.where(is_member, largest_sum[without_player], -np.inf)
        last[masks] = players[reached.argmax(axis=1)]
        largest_sum[masks] += reached.max(axis=1)
    mask = len(values) - 1
    path = [mask]
    while mask:
        mask ^= int(last[mask])
        path.append(mask)
    return path[::-1]


def _random_f05(n: int, correct: int, references: int) -> Floats:
    """The mean F0.5 after each number of edits, over all orders of right and wrong ones."""
    applied, tp = np.indices((n + 1, correct + 1))
    chance = hypergeom.pmf(tp, n, correct, applied)
    fp = np.maximum(applied - tp, 0)
    f05 = f_scores(tp, fp, references - tp).f
    return (chance * f05).sum(axis=1)


def _areas(curves: Sequence[Floats]) -> Floats:
    """The area under each curve, over shares of applied edits from 0 to 1."""
    areas = []
    for curve in curves:
        edits = len(curve) - 1
        areas.append(np.trapezoid(curve) / edits)
    return np.array(areas)
