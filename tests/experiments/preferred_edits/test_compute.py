"""Preferred edits: worths and measures by hand."""

import numpy as np
import pytest
from numpy.testing import assert_allclose
from small_study import replacing

from gec_attribution.attribution import load_method
from gec_attribution.errors import InputError
from gec_attribution.experiments.evaluation import Evaluation
from gec_attribution.experiments.preferred_edits.compute import preferred_edits, worths
from gec_attribution.experiments.preferred_edits.pairs import Pair
from gec_attribution.judging.predictors import Predictor
from gec_attribution.languages.en import ENGLISH


def pair(line, place=0, *, votes=(1,), agreement=0.5, needs_rewrite=False):
    made = replacing(0), replacing(1)
    return Pair(
        line, "a b c d", made, place, agreement, needs_rewrite, {"whole": list(votes)}
    )


SCORES = {"a b c d": 1.0, "x b c d": 2.0, "a x c d": 4.0, "x x c d": 3.0}


def worths_of(pairs, scores=SCORES, exact_up_to=4):
    method = load_method(
        "shapley", {"type": "shapley"}, exact_up_to=exact_up_to, above="skip"
    )
    return worths(
        pairs, lambda _, texts: [scores[text] for text in texts], method, ENGLISH, 0
    )


def test_the_difference_undoes_the_edit_and_phi_is_its_attribution():
    worth = worths_of([pair(1, 0), pair(1, 1)])
    assert worth["difference"].tolist() == [3 - 4, 3 - 2]
    # The means of what each edit gains alone, and beside the other one.
    assert worth["phi"].tolist() == [(1 - 1) / 2, (3 + 1) / 2]


def test_noise_is_nothing_and_a_longer_correction_has_no_attribution():
    worth = worths_of([pair(1, 0)], {**SCORES, "x x c d": 4 + 1e-7})
    assert worth["difference"].tolist() == [0]
    worth = worths_of([pair(1, 1)], exact_up_to=1)
    assert worth["difference"].tolist() == [1]
    assert np.isnan(worth["phi"]).all()


# Of each source: votes, agreement, and whether one of the two corrections is no system's. People
# prefer the first two larger corrections, not the next two, and are not sure of the fifth.
JUDGED = [
    ([1], 1.0, False),
    ([1, 1, -1], 0.5, True),
    ([-1], 0.5, False),
    ([0, -1], 0.0, False),
    ([1, -1], 0.0, False),
    ([1], 0.0, False),
]
NUMBERS = {"difference": [2.0, -1, 2, 0, 1, 1], "phi": [1.0, 1, -1, 1, 1, np.nan]}
# Area under the curve and balanced accuracy of all pairs and of those of systems, in eighths.
MEASURED = {
    "all": {
        "difference": [3, 3],
        "phi": [6, 6],
        "agreement": [7, 6],
        "all right": [4, 4],
    },
    "systems": {
        "difference": [6, 5],
        "phi": [6, 6],
        "agreement": [8, 7],
        "all right": [4, 4],
    },
}


def test_measures_and_counts_by_hand():
    pairs = [
        pair(line, votes=votes, agreement=agreement, needs_rewrite=needs_rewrite)
        for line in range(1, 11)
        for votes, agreement, needs_rewrite in JUDGED
    ]
    pairs[0].votes["by edits"] = [1]
    predictors = [
        Predictor(name, np.tile(numbers, 10), 0.0, "m")
        for name, numbers in NUMBERS.items()
    ]
    evaluation = Evaluation(dataset="d", resamples=100)
    results = preferred_edits(evaluation, pairs, ["whole", "by edits"], predictors)
    rows = results["preferred_edits"].set_index(
        ["judged", "pairs_of", "predictor", "measure"]
    )
    rows = rows.sort_index()
    for choice, by_predictor in MEASURED.items():
        for predictor, eighths in by_predictor.items():
            values = rows.loc[("whole", choice, predictor), "value"]
            assert 8 * values[["auc", "balanced_accuracy"]].to_numpy() == pytest.approx(
                eighths
            )
    # All sources are alike, and so are their resamples.
    whole = rows.loc["whole"]
    assert_allclose(whole[["low", "high"]].T, [whole["value"]] * 2)
    counts = rows[["pairs", "single", "preferred", "undecided", "undefined"]]
    for choice, expected in (
        ("all", [40, 0, 1 / 2, 10, 10]),
        ("systems", [30, 0, 1 / 3, 10, 10]),
    ):
        assert_allclose(counts.loc[("whole", choice)].drop_duplicates(), [expected])
    # The other way of judging has no vote of these.
    assert (rows.loc["by edits"]["preferred"] == 1).all()


def test_without_a_pair_it_says_so():
    with pytest.raises(
        InputError, match="d: no two ranked corrections differ by one edit"
    ):
        preferred_edits(Evaluation(dataset="d"), [], ["whole"], [])
