"""Orders of edits, on games in which the best order and the mean of all orders are known."""

import itertools

import numpy as np
import pytest
from attributed import attributions
from toy_games import additive, table_of

from gec_attribution.edits.model import Edit
from gec_attribution.experiments.evaluation import Evaluation
from gec_attribution.experiments.faithfulness.compute import (
    faithfulness,
    sentence_curves,
)
from gec_attribution.games.values import SentenceValues

EDITS = tuple(Edit(k, k + 1, f"Y{k}", "R:OTHER") for k in range(4))


def sentence(line, values):
    table = table_of(values)
    return SentenceValues(line, "x " * table.n, EDITS[: table.n], table)


EVALUATION = Evaluation("d", "m", resamples=100)


def gains(sentences, methods, references=()):
    tables = {
        name: attributions([("s", line, phi) for line, phi in phis.items()])
        for name, phis in methods.items()
    }
    curves = sentence_curves({"s": sentences}, tables, references, exact_up_to=4)
    table = faithfulness(dict.fromkeys(methods, EVALUATION), curves)
    return table.set_index(["curve", "method"])


def area(curve):
    return np.trapezoid(curve) / (len(curve) - 1)


def by_orders(values):
    """The areas of all orders, word by word."""
    n = len(values).bit_length() - 1
    areas = {}
    for order in itertools.permutations(range(n)):
        masks = np.cumsum([0, *(1 << k for k in order)])
        areas[order] = area(np.array(values)[masks] - values[0])
    return areas


def test_random_and_best_are_the_mean_and_the_maximum_over_all_orders():
    random = np.random.default_rng(0)
    values = {line: random.normal(size=16) for line in (1, 2, 3)}
    phis = {line: random.normal(size=4) for line in values}
    table = gains([sentence(line, own) for line, own in values.items()], {"m": phis})
    upper = lower = 0
    for line, own in values.items():
        areas = by_orders(own)
        mean = np.mean(list(areas.values()))
        upper += areas[tuple(np.argsort(-phis[line]))] - mean
        lower += max(areas.values()) - mean
    assert table.loc[("metric", "m"), "value"] == pytest.approx(upper / lower)


def test_f05_rises_soonest_where_the_right_edits_come_first():
    references = [[EDITS[:2]]]
    methods = {
        "right": {1: [4, 3, 2, 1]},
        "wrong": {1: [1, 2, 3, 4]},
        "mixed": {1: [4, 1, 3, 2]},
    }
    value = gains([sentence(1, additive([1, 1, 1, 1]))], methods, references)["value"]
    assert value["f0.5", "right"] == pytest.approx(1)
    assert value["f0.5", "wrong"] < 0 < value["f0.5", "mixed"] < 1

    def f05(order):
        tp = np.cumsum([0, *(k < 2 for k in order)])
        applied = np.arange(5)
        # β² = 1/4, with two edits in the reference.
        return 1.25 * tp / (0.25 * 2 + applied)

    areas = [area(f05(order)) for order in itertools.permutations(range(4))]
    expected = (area(f05([0, 2, 3, 1])) - np.mean(areas)) / (
        max(areas) - np.mean(areas)
    )
    assert value["f0.5", "mixed"] == pytest.approx(expected)
