"""Uses of attributions, by hand."""

import numpy as np
import pytest
from attributed import attributions, edit

from gec_attribution.experiments.evaluation import Evaluation
from gec_attribution.experiments.uses.compute import uses
from gec_attribution.experiments.uses.corpus import Corpus
from gec_attribution.experiments.uses.review import found_first
from gec_attribution.judging.known_edits import by_references

EVALUATION = Evaluation(resamples=200, seed=1)


def test_the_lowest_numbers_are_looked_at_first_and_ties_in_any_order():
    values, wrong = (
        np.array([3.0, 1, 2, 2, 5]),
        np.array([False, True, True, False, True]),
    )
    compute = found_first(
        values, wrong, np.array([0, 0, 1, 1, 2]), (0.2, 0.4, 0.6, 1.0)
    )
    # Of the two edits of 2, one is looked at with two of five, and it is wrong half the time.
    once = np.ones((1, 3))
    assert compute(once)[0] == pytest.approx([1 / 3, 1.5 / 3, 2 / 3, 1])
    # With the second source drawn twice and the third not at all, six edits of three wrong ones.
    assert compute(np.array([[1.0, 2, 0]]))[0] == pytest.approx(
        [(1 + 0.2 / 2) / 3, (1 + 1.4 / 2) / 3, (1 + 2.6 / 2) / 3, 1]
    )


def made(phi_of_wrong=-1.0):
    """The first system makes a right edit in every line and a wrong one; others the right one."""
    both = [(0, 1, "x", "R:NOUN"), (2, 3, "x", "R:VERB")]
    lines = range(1, 41)
    rows = [("one", line, [1.0, phi_of_wrong], both) for line in lines]
    rows += [
        (system, line, [1.0], both[:1]) for system in ("two", "three") for line in lines
    ]
    return attributions(rows)


REFERENCES = [[[edit(0), edit(3)]]] * 40


def results(table, references=REFERENCES, systems=3):
    return uses(
        EVALUATION, by_references(table, references, systems), [table], references
    )


def test_edits_of_low_attributions_or_of_one_system_are_the_wrong_ones():
    review = results(made())["review"].set_index(["order", "reviewed"])
    # Of four edits of a line, one is wrong.
    for order in ("phi", "agreement", "both"):
        assert review.loc[order, 0.1]["value"] == pytest.approx(0.4)
    assert review.loc["random", 0.1]["value"] == pytest.approx(0.1)
    assert review.loc["phi", 0.1]["to_agreement"] == 0
    assert set(review["truth"]) == {"references"}
    reversed_order = results(made(2.0))["review"].set_index(["order", "reviewed"])
    assert reversed_order.loc["phi", 0.1]["value"] == 0
    assert reversed_order.loc["phi", 0.1]["to_agreement_high"] == pytest.approx(-0.4)


def test_a_filter_drops_what_is_not_positive_or_what_is_best_dropped():
    filtered = results(made())["filtered"].set_index(["system", "filter"])
    # One of two references' edits is found, beside a wrong one or not.
    for name in ("positive", "tuned"):
        row = filtered.loc["one", name]
        assert [row["f"], row["gain"]] == pytest.approx(
            [1.25 * 0.5 / 0.75, 1.25 * 0.5 / 0.75 - 0.5]
        )
        assert [row["kept"], row["right"], row["lost"]] == [0.5, 1, 0]
        assert row["gain_low"] > 0
    assert filtered.loc["one", "every"][["f", "right", "kept"]].tolist() == [
        0.5,
        0.5,
        1,
    ]
    assert filtered.loc["two", "tuned"]["kept"] == 1
    # Where φ is positive for wrong edits, nothing is dropped, and the lowest are the right ones.
    misled = results(made(2.0))["filtered"].set_index(["system", "filter"])
    assert misled.loc["one", "positive"]["kept"] == 1
    assert misled.loc["one", "tuned"]["kept"] == 1


def test_votes_choose_what_several_systems_have():
    table = results(made())["combined"].set_index("choice")
    best = 1.25 * 0.5 / 0.75
    for choice in (
        "votes",
        "votes, phi",
        "systems",
        "systems, phi",
        "systems, phi, type",
    ):
        assert table.loc[choice, "f"] == pytest.approx(best)
        assert table.loc[choice, "to_best"] == pytest.approx(0)
    # Right edits of one system beside right edits of others make the union better than each.
    alone = attributions(
        [
            (system, line, [1.0], [(number, number + 1, "x", "R:NOUN")])
            for number, system in enumerate(("one", "two"))
            for line in range(1, 41)
        ]
    )
    references = [
        [[edit(0), edit(1)]] if line % 8 else [[edit(5)]] for line in range(40)
    ]
    both = results(alone, references, 2)
    table = both["combined"].set_index("choice")
    assert table.loc["votes", "f"] > table.loc["best system", "f"]
    assert len(results(made()[made()["system"] == "one"], systems=1)["combined"]) == 0


def test_thresholds_are_chosen_on_other_folds():
    counts = np.zeros((2, 4, 3))
    counts[0, :2], counts[1, 2:] = (1, 0, 0), (1, 0, 0)
    counts[1, :2], counts[0, 2:] = (0, 1, 1), (0, 1, 1)
    corpus = Corpus([[[]]] * 4, np.arange(4), np.array([0, 0, 1, 1]))
    # Each half would have the choice that is best in the other one, which is wrong here.
    assert corpus.tuned(counts).tolist() == [1, 1, 0, 0]
