"""Tests of `gec_attribution.errors`: the text about an unknown name."""

import pytest

from gec_attribution.errors import unknown


@pytest.mark.parametrize(
    ("name", "known", "line"),
    [
        ("bleu", ["some", "ppl"], "unknown metric 'bleu'; there are some, ppl"),
        ("som", ["some"], "unknown metric 'som'; there are some; did you mean 'some'?"),
        (3, [0, 2], "unknown metric 3; there are 0, 2"),
        ("some", [], "unknown metric 'some'; there are none"),
    ],
)
def test_a_name_that_is_none_of_those_there_are(name, known, line):
    assert unknown("metric", name, known) == line


def test_advice_comes_before_what_may_be_meant():
    line = unknown("type", "som", ["some"], "bring one of your own")
    assert line == (
        "unknown type 'som'; there are some; bring one of your own; did you mean 'some'?"
    )
