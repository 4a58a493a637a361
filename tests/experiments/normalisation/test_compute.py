"""φ and normalised φ of edits of which it is known which should be higher."""

import numpy as np
import pytest
from attributed import attributions
from experiment_inputs import judged_edits
from scipy.stats import spearmanr
from small_study import METHODS, SETTINGS, SYSTEMS

from gec_attribution.edits.model import Edit
from gec_attribution.statistics import bootstrap
from gec_study.experiments.inputs import Inputs
from gec_study.experiments.normalisation.compute import (
    agreement_of_the_highest,
    compute,
    normalisation,
    with_references,
)

DET = (1, 2, "x", "R:DET")


@pytest.fixture(autouse=True)
def _few_resamples(monkeypatch):
    monkeypatch.setattr(bootstrap, "TEST_RESAMPLES", 200)


def judged(sentences, right, tokens=None):
    """Attributions of sentences, and of each edit whether it is right."""
    table = attributions(sentences)
    length = table["n_edits"] * 10 if tokens is None else np.array(tokens)[table["line"] - 1]
    return table.assign(source=table["line"] - 1, right=right, tokens=length)


def compared(table, **options):
    options = {"sources": int(table["source"].max()) + 1, "resamples": 50, **options}
    return normalisation([table], "people", **options)


def rows(found):
    return found["normalisation"].set_index(["measure", "part"])


def test_normalising_undoes_a_scale_that_differs_between_sentences():
    # Within each sentence the right edit has twice the φ of the wrong one, on scales far apart.
    scales = 10.0 ** np.arange(-10, 10)
    sentences = [("one", line, [2 * s, s]) for line, s in enumerate(scales, start=1)]
    measured = rows(compared(judged(sentences, [True, False] * 20)))
    row = measured.loc["auc", "all"]
    # The right edits of 20 sentences, beside the wrong ones of the same or a smaller scale.
    assert row["phi"] == pytest.approx(21 * 20 / 2 / 400)
    assert row["normalised"] == 1
    assert row["difference"] == pytest.approx(1 - row["phi"])
    assert row["difference_low"] > 0.3
    assert row["p_holm"] < 0.1
    assert measured.loc[("agreement", "all"), "normalised"] == 1
    assert measured.loc[("agreement", "all"), "phi"] == pytest.approx(0.5, abs=0.06)


def test_normalising_loses_what_large_effects_say():
    # All φ are of sentences with one edit, where normalised φ is the sign.
    phi = np.linspace(-1, 1, 40)
    sentences = [("one", line, [value]) for line, value in enumerate(phi, start=1)]
    measured = rows(compared(judged(sentences, phi > 0.5)))
    row = measured.loc["auc", "1 edit"]
    assert row["phi"] == 1
    positive_and_wrong = (phi > 0) & (phi <= 0.5)
    chance = positive_and_wrong.sum() / (phi <= 0.5).sum()
    assert row["normalised"] == pytest.approx(1 - chance / 2)
    assert row["edits"] == 40
    assert measured.loc[("auc", "2 edits"), "edits"] == 0
    assert np.isnan(measured.loc[("auc", "2 edits"), "normalised"])


def test_shares_are_smaller_where_there_are_more_edits():
    random = np.random.default_rng(4)
    sizes = [1, 2, 3, 5] * 10
    sentences = [("one", line, random.normal(size=n)) for line, n in enumerate(sizes, start=1)]
    table = judged(sentences, random.random(sum(sizes)) < 0.5, tokens=[7, 30] * 20)
    measured = rows(compared(table))
    expected = [
        spearmanr(table[name].abs(), table["n_edits"]).statistic
        for name in ("phi", "phi_normalised")
    ]
    row = measured.loc["size by edits", "all"]
    assert row[["phi", "normalised"]].tolist() == pytest.approx(expected)
    assert row["normalised"] < -0.5
    lengths = spearmanr(table["phi"].abs(), table["tokens"]).statistic
    assert measured.loc[("size by tokens", "all"), "phi"] == pytest.approx(lengths)


def test_parts_are_of_sentences_of_so_many_edits_and_of_a_third_of_the_lengths():
    sizes = [1, 2, 3, 4, 5, 6]
    sentences = [("one", line, [1.0] * n) for line, n in enumerate(sizes, start=1)]
    tokens = [10, 10, 20, 20, 30, 30]
    measured = rows(compared(judged(sentences, [True] * 21, tokens)))
    edits = measured.loc["auc", "edits"].to_dict()
    assert edits == {
        "all": 21,
        "1 edit": 1,
        "2 edits": 2,
        "3 or 4 edits": 7,
        "5 edits or more": 11,
        "up to 20 tokens": 10,
        "21 to 30 tokens": 11,
        "over 30 tokens": 0,
    }


def test_the_order_of_types_is_that_of_their_means():
    noun, verb = (0, 1, "x", "R:NOUN"), (2, 3, "x", "R:VERB")
    # By φ DET is first, for the sake of one kind of sentence; by its share it is last.
    sentences = []
    for line in range(1, 41):
        phi = [[30.0, 20.0, 60.0], [0.5, 0.4, -0.4]][line % 2]
        sentences.append(("one", line, phi, [noun, verb, DET]))
    orders = compared(judged(sentences, [True] * 120), min_frequency=40)["type_orders"].iloc[0]
    table = attributions(sentences)
    means = table.groupby("type")[["phi", "phi_normalised"]].mean()
    assert means["phi"].idxmax() == "R:DET"
    assert means["phi_normalised"].idxmin() == "R:DET"
    expected = spearmanr(means["phi"], means["phi_normalised"]).statistic
    assert orders["spearman"] == pytest.approx(expected) == pytest.approx(-0.5)
    assert (orders["types"], orders["edits"], orders["opposite"]) == (3, 120, 0)
    rare = compared(judged(sentences, [True] * 120), min_frequency=41)["type_orders"].iloc[0]
    assert rare["types"] == 0
    assert np.isnan(rare["spearman"])


def test_as_many_are_called_right_as_are_right():
    values, right = np.array([3.0, 2.0, 2.0, 1.0]), np.array([True, True, False, False])
    statistic = agreement_of_the_highest(values, right, np.arange(4))
    # The first is called right, and each of the next two by half.
    counts = [[1, 1, 1, 1], [1, 0, 1, 0], [0, 1, 2, 0], [0, 0, 0, 0]]
    np.testing.assert_allclose(statistic(np.array(counts, float)), [3 / 4, 1, 5 / 9, np.nan])


def test_right_is_what_the_reference_of_best_f_says():
    references = [[[Edit(0, 1, "x", "")], [Edit(0, 1, "x", ""), Edit(1, 2, "x", "")]], [[]]]
    table = with_references(attributions([("one", 1, [1, 2, 3]), ("one", 2, [1])]), references)
    assert table["right"].tolist() == [True, True, False, False]
    assert table["source"].tolist() == [0, 0, 0, 1]


def test_metrics_and_measures_are_one_family():
    random = np.random.default_rng(2)
    tables = [
        judged(
            [("one", line, random.normal(size=3)) for line in range(1, 31)],
            random.random(90) < 0.5,
        ).assign(metric=metric)
        for metric in ("m", "n")
    ]
    computed = normalisation(tables, "people", sources=30, resamples=50)["normalisation"]
    np.testing.assert_allclose(computed["p_holm"], bootstrap.holm(computed["p"].to_numpy()))


def test_the_files_of_a_study_are_read(study):
    files = {name: study[name] for name in ("references", "sources")}
    inputs = Inputs(
        {**files, "attributions": study["attributions"][:1], "judged": []},
        dataset="d",
        metrics=["m"],
        options={"method": None, "min_frequency": 1},
        settings={"language": "en", "lines": None, "include_sampled": True},
        resamples=100,
    )
    computed = compute(inputs)
    assert set(computed["normalisation"]["measure"]) == {
        *("auc", "agreement", "size by edits", "size by tokens")
    }
    assert (computed["type_orders"]["types"] > 0).all()


def test_what_people_judged_is_right_by_what_they_said(study, tmp_path):
    table = compute(
        Inputs(
            {**study, **judged_edits(study, tmp_path)},
            dataset="d",
            systems=list(SYSTEMS),
            metrics=["m"],
            options={"min_frequency": 1},
            settings=SETTINGS,
            resamples=50,
        )
    )["normalisation"]
    assert set(table["truth"]) == {"people"}
    areas = table[table["measure"] == "auc"].set_index(["part", "method"])["edits"].unstack()
    assert len(areas.columns) == len(METHODS)
    # The first system's sentences, of which some judge holds every edit valid.
    for part, edits in {"all": 7, "1 edit": 1, "2 edits": 2, "3 or 4 edits": 4}.items():
        assert (areas.loc[part] == edits).all()
    agreement = table[table["measure"] == "agreement"]
    assert (agreement[["phi", "normalised"]] == 1).all(axis=None)
