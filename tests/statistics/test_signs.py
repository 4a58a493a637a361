import numpy as np
import pytest
from attributed import attributions
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_array_equal
from toy_games import method, table_of

from gec_attribution.statistics.signs import score_size, signs, signs_of


def test_signs_by_hand():
    computed = signs(np.array([1.0, -1, 0, 1e-7, -1e-7, 1e-5, -1e-5, np.nan]), 1.0)
    assert_array_equal(computed, [1, -1, 0, 0, 0, 1, -1, np.nan])


def test_noise_is_relative_to_the_scores():
    phi = np.array([1e-5, 1e-5])
    assert signs(phi, np.array([1.0, 100.0])).tolist() == [1, 0]
    # Without scores there is no noise either.
    assert signs(np.array([1e-30, 0.0]), 0.0).tolist() == [1, 0]
    assert score_size(-3.0, 2.0) == 3


def test_rescaled_differences_have_rescaled_noise():
    phi = np.array([1e-5, -1e-5, 1e-5, 1e-8])
    assert signs(phi, 1.0, np.array([1.0, -1.0, -50.0, 0.001])).tolist() == [
        1,
        -1,
        0,
        1,
    ]


def test_a_table_has_the_signs_of_its_rows():
    table = attributions([("one", 0, [1e-5, -1e-7]), ("two", 0, [2.0, -3.0])])
    table["baseline"], table["score"] = [1.0, 1.0, -5.0, -5.0], [0.5, 0.5, 0.0, 0.0]
    assert signs_of(table).tolist() == [1, 0, 1, -1]
    table["score"] = [50.0, 50.0, 0.0, 0.0]
    assert signs_of(table).tolist() == [0, 0, 1, -1]
    table["scale"] = [1.0, 1.0, 1.0, 1e9]
    assert signs_of(table).tolist() == [0, 0, 1, 0]


@pytest.mark.parametrize("kind", ["shapley", "add", "sub"])
@given(
    seed=st.integers(0, 2**32 - 1),
    size=st.sampled_from([0.7, 1.0, 113.0, 3000.0]),
    raw=st.booleans(),
)
def test_an_edit_that_only_rounding_moves_has_no_sign(kind, seed, size, raw):
    """A game of scores as float32 has them, in which edit 2 changes nothing but the rounding."""
    generator = np.random.default_rng(seed)
    masks = np.arange(8)
    exact = size * (1 + np.array([0.0, 0.1, -0.05, 0.07])[masks & 3])
    scores = exact.astype(np.float32)
    up = generator.random(8) < 0.5
    scores[up] = np.nextafter(scores[up], np.float32(np.inf))
    options = {"rescale": not raw} if kind != "shapley" else {}
    values = scores.astype(float)
    attribution = method(kind, **options).attribute(table_of(values), 0)
    sign = signs(attribution.phi, np.abs(values).max(), attribution.scale)
    assert sign[2] == 0
    assert sign[0] == np.sign(attribution.phi[0]) != 0
