"""Which metric to believe, in words."""

import pandas as pd
import pytest

from gec_attribution.edits.model import Edit
from gec_attribution.languages import load_language
from gec_attribution.pages.explorer.advice import advice_of
from gec_attribution.pages.explorer.columns import Corrected

LABELS = {
    "dataset": {"d": "Essays"},
    "metric": {"a": "A", "b": "B", "c": "C"},
    "method": {"shapley": "Shapley", "add": "Add"},
}
GOOD, BAD = Edit(0, 1, "x", "R:X"), Edit(1, 2, "y", "R:X")


@pytest.fixture
def dataset():
    """Two edits of which the first reference has none and the second one; one edit alone."""
    return Corrected(
        name="d",
        label="Essays",
        language=load_language("en"),
        systems=["s"],
        sources=["a b", "a b"],
        edits=[[GOOD, BAD], [BAD]],
        attributions={},
        references=[[[], [GOOD]], [[BAD]]],
    )


def rows(*numbers):
    return pd.DataFrame(
        [
            {
                "dataset": "d",
                "metric": metric,
                "method": method,
                "protocol": protocol,
                "threshold": threshold,
                "agreement": agreement,
                "low": low,
                "high": high,
                "edits": 1200,
            }
            for metric, agreement, low, high in numbers
            for method in ("shapley", "add")
            for protocol in ("best-agreeing", "best-f0.5")
            for threshold in (0.5, 1.0)
        ]
    )


def test_the_best_is_named_with_those_that_may_be_as_good_and_what_a_constant_has(dataset):
    table = rows(("a", 0.6, 0.55, 0.65), ("b", 0.75, 0.7, 0.8), ("c", 0.72, 0.66, 0.78))
    # A reference has one of the two edits of the only correction with several.
    (paragraph,) = advice_of(table, [dataset], LABELS)
    assert paragraph == (
        "Essays: by Shapley, B agrees with the references on 0.75 [0.70, 0.80] of 1,200 edits, "
        "more often than any other metric. Maybe as good, since their intervals meet: C 0.72 "
        "[0.66, 0.78]. Less often: A 0.60 [0.55, 0.65]. Whoever finds every edit good agrees on "
        "0.50: B knows more than that."
    )


def test_a_metric_that_a_constant_may_equal_is_not_praised(dataset):
    (paragraph,) = advice_of(rows(("a", 0.6, 0.45, 0.75)), [dataset], LABELS)
    assert paragraph.endswith(
        "agrees with the references on 0.60 [0.45, 0.75] of 1,200 edits. Whoever finds every edit "
        "good agrees on 0.50: it is not shown that A knows more, so read its judgements one by one."
    )


def test_nothing_is_said_of_a_data_set_that_was_not_compared_with_references(dataset):
    table = rows(("a", 0.6, 0.45, 0.75)).assign(dataset="other")
    assert list(advice_of(table, [dataset], LABELS)) == []
