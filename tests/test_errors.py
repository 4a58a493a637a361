"""Tests of `gec_attribution.errors`: the text about an unknown name."""

import pytest

from gec_attribution.errors import unknown


@pytest.mark.parametrize(
    ("name", "known", "advice", "line"),
    [
        ("bleu", ["some", "ppl"], "", "unknown metric 'bleu'; there are some, ppl"),
        ("som", ["some"], "", "unknown metric 'som'; there are some; did you mean 'some'?"),
        (3, [0, 2], "", "unknown metric 3; there are 0, 2"),
        ("some", [], "", "unknown metric 'some'; there are none"),
        ("x", ["some"], "bring one", "unknown metric 'x'; there are some; bring one"),
        (
            "som",
            ["some"],
            "bring one",
            "unknown metric 'som'; there are some; bring one; did you mean 'some'?",
        ),
    ],
)
def test_a_name_that_is_none_of_those_there_are(name, known, advice, line):
    assert unknown("metric", name, known, advice) == line
