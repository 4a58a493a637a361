"""Preferred edits: worths by hand, and measures beside those of scikit-learn."""

import numpy as np
import pytest
from sklearn.metrics import balanced_accuracy_score, roc_auc_score
from small_study import replacing

from gec_attribution.attribution import load_method
from gec_attribution.errors import InputError
from gec_attribution.experiments.evaluation import Evaluation
from gec_attribution.experiments.preferred_edits.compute import preferred_edits, worths
from gec_attribution.experiments.preferred_edits.pairs import Pair
from gec_attribution.judging.predictors import Predictor
from gec_attribution.languages.en import ENGLISH


def pair(line, place=0, *, votes=(1,), agreement=0.5, needs_rewrite=False, edits=2):
    made = tuple(map(replacing, range(edits)))
    return Pair(line, "a b c d", made, place, agreement, needs_rewrite, {"whole": list(votes)})


SCORES = {"a b c d": 1.0, "x b c d": 2.0, "a x c d": 4.0, "x x c d": 3.0}


def worths_of(pairs, scores=SCORES, exact_up_to=4):
    method = load_method("shapley", {"type": "shapley"}, exact_up_to=exact_up_to, above="skip")
    return worths(pairs, lambda _, texts: [scores[text] for text in texts], method, ENGLISH, 0)


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


@pytest.fixture(scope="module")
def tables():
    random = np.random.default_rng(3)
    pairs = [
        pair(
            1 + number // 3,
            int(random.integers(2)),
            votes=random.integers(-1, 2, 3).tolist(),
            agreement=random.integers(4) / 3,
            needs_rewrite=bool(random.random() < 0.3),
        )
        for number in range(180)
    ]
    for number, judged in enumerate(pairs):
        if number % 5 == 0:
            judged.votes["by edits"] = [1]
    numbers = random.integers(-2, 3, 180) + np.array([pair.verdict("whole") for pair in pairs])
    undefined = np.where(np.arange(180) % 10 == 9, np.nan, 1.0)
    predictors = [
        Predictor("difference", numbers.astype(float), 0.0, "m", signature="s"),
        Predictor("phi", random.integers(-1, 2, 180) * undefined, 0.0, "m", signature="s"),
    ]
    evaluation = Evaluation(dataset="d", resamples=300, seed=1, signature="s")
    return pairs, predictors, preferred_edits(evaluation, pairs, ["whole", "by edits"], predictors)


def values_of(predictor, pairs, predictors):
    if predictor == "agreement":
        return np.array([pair.agreement for pair in pairs])
    return next(one.numbers for one in predictors if one.name == predictor)


def test_measures_are_those_of_another_implementation(tables):
    pairs, predictors, results = tables
    table = results["preferred_edits"].set_index(["judged", "pairs_of", "predictor", "measure"])
    verdicts = np.array([pair.verdict("whole") for pair in pairs])
    by_systems = np.array([not pair.needs_rewrite for pair in pairs])
    defined = ~np.isnan(predictors[1].numbers)
    for choice, in_choice in (("all", np.ones(180, bool)), ("systems", by_systems)):
        chosen = in_choice & defined & (verdicts != 0)
        right = verdicts[chosen] > 0
        for name, limit in (("difference", 0), ("phi", 0), ("agreement", 0.5)):
            values = values_of(name, pairs, predictors)[chosen]
            row = table.loc["whole", choice, name, "auc"]
            assert row["value"] == pytest.approx(roc_auc_score(right, values))
            assert row["low"] < row["value"] < row["high"]
            assert (row["pairs"], row["single"]) == (chosen.sum(), 0)
            assert row["preferred"] == pytest.approx(right.mean())
            assert row["undecided"] == (in_choice & (verdicts == 0)).sum()
            assert row["undefined"] == (in_choice & ~defined & (verdicts != 0)).sum()
            # A tie is half of each call.
            doubled = np.concatenate([values >= limit, values > limit])
            expected = balanced_accuracy_score(np.tile(right, 2), doubled)
            value = table.loc["whole", choice, name, "balanced_accuracy"]["value"]
            assert value == pytest.approx(expected)
        for measure in ("auc", "balanced_accuracy"):
            assert table.loc["whole", choice, "all right", measure]["value"] == 0.5
    # The other way of judging has no vote of these.
    assert (table.loc["by edits"]["preferred"] == 1).all()


def test_without_a_pair_it_says_so():
    with pytest.raises(InputError, match="d: no two ranked corrections differ by one edit"):
        preferred_edits(Evaluation(dataset="d"), [], ["whole"], [])
