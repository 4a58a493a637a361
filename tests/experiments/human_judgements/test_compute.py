"""Whether attributions agree with people: known judgements and known attributions."""

import numpy as np
import pandas as pd
import pytest
from attributed import attributions

from gec_attribution.edits.judged import JudgedCorrection
from gec_attribution.edits.model import Edit
from gec_attribution.errors import InputError
from gec_attribution.statistics import bootstrap
from gec_attribution.statistics.differences import differences
from gec_study.experiments.human_judgements.compute import (
    ANOTHER,
    PEOPLE,
    compute,
    human_judgements,
    statistics,
)
from gec_study.experiments.inputs import Inputs


@pytest.fixture(autouse=True)
def _few_resamples(monkeypatch):
    monkeypatch.setattr(bootstrap, "TEST_RESAMPLES", 200)


def correction(source, *votes):
    """A correction of so many edits, judged by `ann`, `ben` and so on."""
    edits = tuple(Edit(k, k + 1, "x", "") for k in range(len(votes[0])))
    return JudgedCorrection(source, edits, ("ann", "ben", "cat")[: len(votes)], votes)


def judged(phis, votes, **options):
    """The table of one method's φ for corrections with these votes, each of its own source."""
    corrections = [correction(f"s {number}", *given) for number, given in enumerate(votes)]
    table = attributions([("one", line, phi) for line, phi in enumerate(phis, start=1)])
    return human_judgements([table], corrections, resamples=100, **options)


def test_an_area_is_the_share_of_pairs_in_order():
    phis = [[3.0, -1.0], [0.0, 2.0], [0.0]]
    votes = [[(True, False)], [(True, False)], [(True,)]]
    table = judged(phis, votes, min_frequency=1)
    row = table[(table["metric"] == "m") & (table["type"] == "all")].iloc[0]
    # Valid 3, 0, 0 against invalid -1, 2: in order are 3 > -1, 3 > 2, 0 > -1 twice.
    assert row["auc"] == pytest.approx(4 / 6)
    # Normalised: valid 3/4, 0, 0 against -1/4, 1.
    assert row["auc_normalised"] == pytest.approx(3 / 6)
    assert row["positive_valid"] == pytest.approx(1 / 3)
    assert row["positive_invalid"] == pytest.approx(1 / 2)
    assert row["agreement"] == pytest.approx(2 / 5)
    assert (row["edits"], row["invalid"], row["sources"]) == (5, 2, 3)
    assert np.isnan(row["auc_low"])
    assert row["note"].startswith("no interval: 3 of")


def test_types_with_enough_of_both_have_rows_of_their_own():
    edits = [(0, 1, "x", "R:NOUN"), (1, 2, "x", "M:DET")]
    sentences = [("one", line, [1.0, 0.5 - line % 2], edits) for line in range(1, 41)]
    corrections = [correction(f"s {n}", (True, n % 4 > 0)) for n in range(1, 41)]
    options = {"resamples": 100, "min_frequency": 10}
    table = human_judgements([attributions(sentences)], corrections, **options)
    assert table["type"].tolist() == ["all", "DET", "all"]
    # Of the DET, every fourth is invalid and has +0.5, as have ten of the thirty valid ones.
    row = table[table["type"] == "DET"].iloc[0]
    assert row["auc"] == pytest.approx(10 / 30 / 2)
    assert row["positive_invalid"] == 1
    assert row["auc_low"] <= row["auc"] <= row["auc_high"]


def test_people_are_measured_against_each_other():
    votes = [[(True, False), (True, True)], [(True,), (True,), (False,)], [(True, True)]]
    table = judged([[1.0, 1.0], [1.0], [1.0, 1.0]], votes)
    row = table[table["metric"] == PEOPLE].iloc[0]
    assert row["method"] == ANOTHER
    # Ordered pairs of votes: (1 1)(0 1) and back; (1 1)(1 0)(1 0) and back.
    assert row["edits"] == 4 + 6
    vote_pairs = [(1, 1), (1, 1), (0, 1), (1, 0)] + [(1, 1)] * 2 + [(1, 0), (0, 1)] * 2
    assert row["agreement"] == pytest.approx(np.mean([one == other for one, other in vote_pairs]))
    positive = [other for one, other in vote_pairs if one]
    assert row["positive_valid"] == pytest.approx(np.mean(positive))


def test_undefined_attributions_are_counted():
    table = judged([[np.nan, np.nan], [1.0, 2.0]], [[(True, False)], [(False, True)]])
    row = table.iloc[0]
    assert (row["edits"], row["missing"], row["auc"]) == (2, 2, 1.0)


def test_some_lines_of_what_people_judged_are_a_data_set(tmp_path):
    votes = "\n".join(
        f"<t>a b {number}</t>\n<s1>a [b→c|{valid}] {number}</s1>"
        for number, valid in enumerate((False, True, True, False))
    )
    (tmp_path / "judged.txt").write_text(f"==> ann/0.txt <==\n{votes}\n", encoding="utf-8")
    attributed = attributions(
        [("one", line, [phi]) for line, phi in ((1, 1.0), (2, 1.0), (3, -1.0))]
    )
    attributed.to_parquet(tmp_path / "attributions.parquet")
    files = {"attributions": ["attributions.parquet"], "judged": ["judged.txt"]}
    computed = compute(
        Inputs(
            {name: [tmp_path / file for file in listed] for name, listed in files.items()},
            options={"min_frequency": 1},
            settings={"lines": "2-4"},
            resamples=100,
        )
    )
    row = computed["human_judgements"].query("metric == 'm' and type == 'all'").iloc[0]
    assert row[["edits", "invalid", "agreement"]].tolist() == [3, 1, 1]


def test_other_edits_than_those_that_people_judged_are_refused():
    with pytest.raises(InputError, match="not the same ones; extract the edits"):
        judged([[1.0]], [[(True, False)]])


def test_methods_are_compared_on_the_same_resamples():
    random = np.random.default_rng(1)
    corrections = [correction(f"s {n}", (True, n % 2 > 0)) for n in range(30)]
    sentences = [("one", n + 1, random.normal(size=2).tolist()) for n in range(30)]
    tables = [attributions(sentences), attributions(sentences, method="add")]
    table = human_judgements(tables, corrections, resamples=100)
    compared = differences(statistics(table), keys=["measure"], family=["measure"])
    assert compared["measure"].tolist() == ["auc", "auc_normalised"]
    assert compared["difference"].tolist() == [0, 0]
    assert compared[["low", "high"]].to_numpy().tolist() == [[0, 0], [0, 0]]


def test_sources_are_resampled_not_corrections():
    same = [correction("s", (n % 2 > 0,)) for n in range(30)]
    table = attributions([("one", n + 1, [float(n)]) for n in range(30)])
    row = human_judgements([table], same, resamples=100).iloc[0]
    assert (row["sources"], row["note"]) == (1, "no interval: 1 of at least 10 source sentences")
    assert pd.isna(row["auc_low"])


def test_types_are_one_family_and_all_edits_another():
    random = np.random.default_rng(4)
    edits = [(0, 1, "x", "R:NOUN"), (1, 2, "x", "M:DET")]
    tables = [
        attributions(
            [("one", line, random.normal(size=2).tolist(), edits) for line in range(1, 61)],
            method=method,
        )
        for method in ("shapley", "add")
    ]
    votes = [(bool(n % 3), bool(n % 4)) for n in range(60)]
    corrections = [correction(f"s {n}", given) for n, given in enumerate(votes)]
    table = human_judgements(tables, corrections, resamples=100)
    people = table["metric"] == PEOPLE
    assert table.loc[people, ["p_holm"]].isna().all(axis=None)
    for whole in (True, False):
        rows = table[~people & ((table["type"] == "all") == whole)]
        assert len(rows) == (2 if whole else 4)
        np.testing.assert_array_equal(rows["p_holm"], bootstrap.holm(rows["p"]))


def test_the_p_value_is_that_of_chance():
    phis = [[1.0 + n, -1.0] for n in range(20)]
    table = judged(phis, [[(True, False)]] * 20)
    assert table["p"].iloc[0] == pytest.approx(2 / 201)
    table = judged([[1.0, 1.0]] * 20, [[(True, False)]] * 20)
    assert table["p"].iloc[0] == 1
