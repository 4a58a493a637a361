"""Attributions by a metric that scores on the spot."""

import numpy as np
import pytest

from gec_attribution.attribution import load_method
from gec_attribution.attribution.played import played_shares
from gec_attribution.edits.model import Edit
from gec_attribution.games.coalitions import MAX_EDITS
from gec_attribution.languages.en import ENGLISH

WORTH = {"X": 3.0, "Y": -1.0}


def score(_sources, texts):
    return np.array([sum(WORTH.get(token, 0) for token in text.split()) for text in texts])


def test_the_shares_of_an_additive_metric_are_those_of_its_words():
    long = tuple(Edit(k, k + 1, "X", "") for k in range(MAX_EDITS + 1))
    sentences = [
        ("a b c", (Edit(0, 1, "X", ""), Edit(2, 3, "Y", ""))),
        ("a b c", ()),
        ("a " * len(long), long),
        ("a b c", (Edit(1, 2, "Z", ""),)),
    ]
    method = load_method("shapley", {"type": "shapley"}, max_edits=2, above_max_edits="skip")
    first, none, skipped, zero = played_shares(sentences, method, score, ENGLISH)
    assert first == pytest.approx([0.75, -0.25])
    assert none.shape == (0,)
    assert np.isnan(skipped).all()
    assert len(skipped) == len(long)
    assert zero.tolist() == [0]


def test_what_is_sampled_depends_on_the_seed_alone():
    estimator = {"type": "leverage_shap", "evaluations": 20}
    method = load_method(
        "m", {"type": "shapley", "estimator": estimator}, max_edits=2, above_max_edits="sample"
    )
    edits = tuple(Edit(k, k + 1, "X", "") for k in range(9))

    def uneven(_sources, texts):
        inside = np.array([[word == "X" for word in text.split()] for text in texts])
        return np.cos(inside @ np.arange(1.0, 10.0))

    def shares(seed):
        (phi,) = played_shares([("a " * 9, edits)], method, uneven, ENGLISH, seed)
        return phi.tolist()

    assert shares(1) == shares(1) != shares(2)
