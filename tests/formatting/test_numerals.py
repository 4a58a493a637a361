import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gec_attribution.formatting.numerals import (
    UNDEFINED,
    decimals_for,
    numeral,
    with_interval,
)


@pytest.mark.parametrize(
    ("value", "decimals", "signed", "text"),
    [
        (0.12345, 3, False, "0.123"),
        (-1.5, 1, False, "−1.5"),
        (1.5, 1, True, "+1.5"),
        (0.0, 2, True, "0.00"),
        (-0.0, 2, True, "0.00"),
        (-0.001, 2, False, "0.00"),
        (-0.001, 2, True, "−0.00"),
        (float("nan"), 2, True, "–"),
        (None, 2, False, "–"),
    ],
)
def test_numerals(value, decimals, signed, text):
    assert numeral(value, decimals, signed=signed) == text


@given(st.floats(1e-6, 1e6), st.integers(1, 6))
def test_the_largest_number_has_the_digits_asked_for(value, digits):
    decimals = decimals_for([value / 3, -value, None, np.nan], digits)
    assert abs(round(value, decimals) - value) <= 0.5 * 10 ** (
        np.log10(value) - digits + 1
    ) + 0.5 * (decimals == 0)
    assert decimals == 0 or round(value, decimals) >= 10 ** (digits - 1 - decimals)


def test_a_value_without_an_interval_stands_alone():
    assert with_interval(0.5, 0.25, 0.75, 2) == "0.50 [0.25, 0.75]"
    assert with_interval(0.5, np.nan, np.nan, 2) == "0.50"
    assert with_interval(np.nan, np.nan, np.nan, 2) == UNDEFINED
