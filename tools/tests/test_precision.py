"""Comparing dtypes: the figures are those of known differences."""

import numpy as np
import pytest
from toy_games import english_game

from gec_attribution.attribution.shapley import Shapley
from gec_attribution.edits.model import Edit
from tools.benchmarks.precision import compare_precision

GAMES = [english_game("a b c", [Edit(0, 1, "good", "R"), Edit(1, 2, "poor", "R")])] * 9
SHAPLEY = Shapley(name="shapley", max_edits=6, above_max_edits="skip")


class WordScores:
    """A score that is the sum of what its words are worth: φ of an edit is that of its word."""

    def __init__(self, **worth):
        self.worth = worth

    def score(self, _sources, sentences):
        return np.array([sum(self.worth.get(w, 0.0) for w in s.split()) for s in sentences])


def compare(rounded, exact):
    metrics = {"float32": {"m": WordScores(**exact)}, "bfloat16": {"m": WordScores(**rounded)}}
    return compare_precision(GAMES, SHAPLEY, metrics.get, lambda _dtype: {}).set_index("dtype")


def test_an_edit_that_changes_its_sign_is_counted():
    row = compare({"good": 3.0, "poor": 1.0}, {"good": 3.0, "poor": -1.0}).loc["bfloat16"]
    assert row["edits"] == row["clear_edits"] == 18
    assert row["flipped"] == row["clear_flipped"] == 0.5
    # Normalised φ is 3/4 and -1/4 against 3/4 and 1/4.
    assert row["phi_error"] == pytest.approx((0.0 + 0.5) / 2)
    # Of the four coalitions those with `poor` differ, by 2.
    assert row["score_error"] == pytest.approx(1.0)
    assert np.isnan(row["base_size_speed"])


def test_a_sign_is_clear_above_a_share_of_the_sentence():
    row = compare({"good": 97.0, "poor": 3.0}, {"good": 97.0, "poor": -3.0}).loc["bfloat16"]
    assert row["clear_edits"] == 9
    assert row["flipped"] == 0.5
    assert row["clear_flipped"] == 0.0


def test_a_dtype_has_no_error_against_itself():
    row = compare({"good": 1.0}, {"good": 3.0}).loc["float32"]
    assert (row[["score_error", "phi_error", "flipped"]] == 0).all()
    assert row["speed"] == 1
