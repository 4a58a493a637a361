"""Interactions of games that are known; `test_shapiq` has those that shapiq computes."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from toy_games import random_games, table_of, unanimity_game

from gec_attribution.attribution.interactions import interactions_of, pairs_of
from gec_attribution.attribution.shapley import shapley_values
from gec_attribution.games.values import ValueTable


def pairs_in(n, mask):
    return [
        pair
        for pair, (i, j) in enumerate(pairs_of(n).tolist())
        if mask >> i & 1 and mask >> j & 1
    ]


# --- definitions


@given(data=st.data(), n=st.integers(0, 9))
def test_a_sum_of_unanimity_games_is_shared_by_the_pairs_in_each(data, n):
    worth = data.draw(
        st.dictionaries(
            st.integers(0, 2**n - 1), st.floats(-100, 100, width=32), max_size=8
        )
    )
    values, _ = unanimity_game(n, worth)
    shapley, taylor = np.zeros((2, n * (n - 1) // 2))
    for mask, earned in worth.items():
        size = mask.bit_count()
        if size >= 2:
            shapley[pairs_in(n, mask)] += earned / (size - 1)
            taylor[pairs_in(n, mask)] += earned / math.comb(size, 2)
    indices = interactions_of(table_of(values))
    assert_allclose(indices.shapley, shapley, atol=1e-9)
    assert_allclose(indices.taylor, taylor, atol=1e-9)


# --- properties


@given(
    worth=st.lists(st.integers(-(2**20), 2**20), max_size=9), base=st.integers(-9, 9)
)
def test_a_game_without_interactions_has_none_at_all(worth, base):
    n = len(worth)
    bits = np.arange(2**n)[:, None] >> np.arange(n) & 1
    # Multiples of 1/64, which computers add exactly.
    values = (bits @ np.array(worth, dtype=int) + base) / 64
    indices = interactions_of(table_of(values))
    none = np.zeros(n * (n - 1) // 2)
    for pairs in (indices.shapley, indices.taylor):
        assert_array_equal(pairs, none)
        assert not np.signbit(pairs).any()
    assert indices.left_out == 0 if any(worth) else np.isnan(indices.left_out)


def test_small_interactions_of_large_scores_are_seen():
    """Two edits that make the same repair: each is worth 1e-3 alone, and both no more than one."""
    values = -14_000 + 1e-3 * np.array([0, 1, 1, 1.0])
    assert interactions_of(table_of(values)).shapley == pytest.approx(
        [-1e-3], abs=1e-10
    )


# --- what no additive explanation has


def test_left_out_is_what_the_best_additive_fit_leaves():
    for values in random_games(players=range(1, 6)):
        n = len(values).bit_length() - 1
        design = np.column_stack(
            [np.ones(2**n), np.arange(2**n)[:, None] >> np.arange(n) & 1]
        )
        fitted = design @ np.linalg.lstsq(design, values)[0]
        left_out = np.var(values - fitted) / np.var(values)
        assert interactions_of(table_of(values)).left_out == pytest.approx(
            left_out, abs=1e-12
        )
        additive = values[0] + design[:, 1:] @ shapley_values(values)
        assert np.mean((values - additive) ** 2) / np.var(values) >= left_out - 1e-12


def test_nothing_is_known_of_sentences_whose_coalitions_are_not_scored():
    ends = ValueTable(
        11, np.array([0, 2**11 - 1], dtype=np.uint64), np.array([1.0, 2.0])
    )
    for most in (10, 11):
        indices = interactions_of(ends, exact_up_to=most)
        assert (len(indices.shapley), indices.evaluations) == (55, 2)
        assert np.isnan([*indices.shapley, *indices.taylor]).all()
        assert np.isnan(indices.left_out)
