"""Attributions beside what needs none: known references, known judgements, known attributions."""

import itertools

import numpy as np
import pandas as pd
import pytest
from attributed import attributions

from gec_attribution.edits.judged import JudgedCorrection
from gec_attribution.edits.model import Edit
from gec_attribution.judging.judged_edits import judged_edits, with_judgements
from gec_attribution.statistics import bootstrap
from gec_study.experiments.chance.compute import (
    BASELINES,
    by_people,
    by_references,
    chance,
    compute,
)
from gec_study.experiments.chance.summary_table import sentence
from gec_study.experiments.inputs import Inputs


@pytest.fixture(autouse=True)
def _few_resamples(monkeypatch):
    monkeypatch.setattr(bootstrap, "TEST_RESAMPLES", 200)


def edit(position):
    return Edit(position, position + 1, "x", "R:NOUN")


def referenced(tables, references, **options):
    tables = [tables] if isinstance(tables, pd.DataFrame) else tables
    claims = list(zip(tables, by_references(tables, references), strict=True))
    return chance(claims, sources=len(references), resamples=50, **options)


def values(computed):
    keys = ["truth", "signs", "measure"]
    return computed["chance"].set_index(keys)["value"]


def test_to_call_every_edit_right_agrees_as_often_as_edits_are_right():
    # Edits 0 and 1 are in the reference, 2 is not.
    measured = values(referenced(attributions([("one", 1, [1, -1, 1])]), [[[edit(0), edit(1)]]]))
    assert measured["best-f0.5", "all right", "agreement"] == pytest.approx(2 / 3)
    assert measured["best-f0.5", "attribution", "agreement"] == pytest.approx(1 / 3)
    assert measured["best-f0.5", "all right", "balanced_accuracy"] == 0.5
    assert measured["best-f0.5", "attribution", "balanced_accuracy"] == pytest.approx(1 / 4)
    assert measured["best-f0.5", "all right", "mcc"] == 0
    assert measured["best-f0.5", "all right", "auc"] == 0.5
    # φ of a right edit is higher than that of the wrong one never; equal once of two.
    assert measured["best-f0.5", "attribution", "auc"] == pytest.approx(1 / 4)


def test_shuffled_signs_have_what_their_number_gives_by_chance():
    # Two of three signs are positive, one of three edits is right.
    table = attributions([("one", line, [1, 2, -1]) for line in range(1, 61)])
    measured = values(referenced(table, [[[edit(0)]]] * 60))
    expected = 2 / 3 * 1 / 3 + 1 / 3 * 2 / 3
    for signs in ("shuffled within", "shuffled over"):
        assert measured["best-f0.5", signs, "agreement"] == pytest.approx(expected, abs=0.02)
        assert measured["best-f0.5", signs, "mcc"] == pytest.approx(0, abs=0.03)
    # Each edit is as likely to have each φ of its sentence.
    assert measured["best-f0.5", "shuffled within", "auc"] == pytest.approx(0.5)


def test_within_sentences_only_what_tells_sentences_apart_is_left():
    # In odd lines all is right and positive, in even ones all wrong and negative.
    table = attributions([("one", line, [line % 2 * 2 - 1] * 2) for line in range(1, 41)])
    references = [[[edit(0), edit(1)]] if line % 2 else [[]] for line in range(1, 41)]
    measured = values(referenced(table, references))
    for measure in ("agreement", "auc"):
        assert measured["best-f0.5", "shuffled within", measure] == 1
    assert measured["best-f0.5", "shuffled over", "agreement"] == pytest.approx(0.5, abs=0.05)
    # So does the effect of the whole correction.
    assert measured["best-f0.5", "whole", "agreement"] == 1


def test_a_baseline_may_choose_its_reference_where_attributions_may():
    # One reference has both edits, the other none; the method finds one good, one bad.
    references = [[[edit(0), edit(1)], []]]
    measured = values(referenced(attributions([("one", 1, [1, -1])]), references))
    assert measured["best-agreeing", "all right", "agreement"] == 1
    assert measured["best-agreeing", "attribution", "agreement"] == 0.5
    assert measured["best-agreeing", "shuffled within", "agreement"] == 0.5
    references = [[[edit(0)], [edit(1)]]]
    measured = values(referenced(attributions([("one", 1, [1, -1])]), references))
    # Whatever the order of the two signs, a reference agrees with it.
    assert measured["best-agreeing", "shuffled within", "agreement"] == 1
    assert measured["best-f0.5", "shuffled within", "agreement"] == pytest.approx(0.5, abs=0.15)


def typed(lines, phi):
    """Sentences of an edit that is right and one that is wrong, which their types tell."""
    edits = [(0, 1, "x", "R:NOUN"), (1, 2, "x", "M:DET")]
    return attributions([("one", line, phi(line), edits) for line in range(1, lines + 1)])


def test_a_type_knows_what_holds_in_other_sources():
    random = np.random.default_rng(0)
    table = typed(60, lambda _: random.normal(size=2).tolist())
    computed = referenced(table, [[[edit(0)]]] * 60)
    assert values(computed)["best-f0.5", "type", "agreement"] == 1
    row = computed["chance_added"].iloc[0]
    assert row["auc_type"] == 1
    assert row["beyond_type"] == pytest.approx(row["auc"] - 1)
    assert row["beyond_type_high"] < 0
    assert row["added"] == pytest.approx(0, abs=0.01)
    row = computed["chance_differences"].set_index(["truth", "measure"]).loc["best-f0.5", "auc"]
    assert (row["best"], row["best_value"]) == ("type", 1)
    assert row["high"] < 0


def test_attributions_add_to_the_type_what_it_does_not_know():
    # Every other edit is right, of both types, and φ says which.
    signs = {line: [1.0 + line / 100, -1.0] if line % 2 else [-1.0, 1.0] for line in range(1, 61)}
    table = typed(60, signs.__getitem__)
    det = Edit(1, 2, "x", "M:DET")
    computed = referenced(table, [[[edit(0)]] if line % 2 else [[det]] for line in range(1, 61)])
    row = computed["chance_added"].iloc[0]
    assert row["auc"] == 1
    assert row["auc_type"] < 0.6
    assert row["auc_both"] == 1
    assert row["added_low"] > 0.3
    assert row["added_likelihood_low"] > 0.3
    assert row["added_likelihood_p_holm"] < 0.05
    assert "know more than the error type does" in sentence(row)
    assert "they add to it" in sentence(row)


def test_nothing_is_learnt_from_noise():
    random = np.random.default_rng(5)
    table = typed(80, lambda _: random.normal(size=2).tolist())
    references = [[[e for e in (edit(0), edit(1)) if random.random() < 0.5]] for _ in range(80)]
    row = referenced(table, references)["chance_added"].iloc[0]
    assert row["auc_type"] < 0.6
    assert row["added_likelihood_low"] < 0.001
    assert "add nothing to it beyond chance" in sentence(row)


def test_people_judge_the_edits_of_corrections():
    edits = tuple(Edit(k, k + 1, "x", "") for k in range(2))
    votes = [((True, True),), ((True, False),)] * 12
    corrections = [
        JudgedCorrection(f"s {n}", edits, ("ann",), given) for n, given in enumerate(votes)
    ]
    table = attributions([("one", line, [0.0, 1.0]) for line in range(1, 25)])
    claims = by_people(with_judgements(table, judged_edits(corrections)))
    measured = values(chance([(table, claims)], sources=24))
    # Those without an effect say nothing; half of the others are invalid.
    assert measured["people", "attribution", "agreement"] == 0.5
    assert measured["people", "all right", "agreement"] == 0.5


def test_methods_and_measures_are_one_family():
    random = np.random.default_rng(2)
    tables = [
        attributions(
            [("one", line, random.normal(size=3).tolist()) for line in range(1, 31)], method=method
        )
        for method in ("shapley", "add")
    ]
    computed = referenced(tables, [[[edit(0), edit(2)]]] * 30)
    differences = computed["chance_differences"]
    for _, rows in differences.groupby("truth"):
        np.testing.assert_allclose(rows["p_holm"], bootstrap.holm(rows["p"].to_numpy()))
    keys = itertools.product(("shapley", "add"), ("attribution", *BASELINES))
    shown = computed["chance"][["method", "signs"]].drop_duplicates()
    assert list(shown.itertuples(index=False, name=None)) == list(keys)


def test_without_an_effect_nothing_is_said():
    computed = referenced(attributions([("one", 1, [0.0, 0.0])]), [[[edit(0)]]])
    assert computed["chance"]["value"].isna().all()
    assert computed["chance_differences"].empty
    assert "nothing can be said" in sentence(computed["chance_added"].iloc[0])


def test_the_files_of_a_study_are_read(study):
    inputs = Inputs(
        {name: study[name] for name in ("attributions", "references")} | {"judged": []},
        dataset="d",
        metrics=["m"],
        settings={"agreement": {"min_edits": 2}, "include_sampled": True},
        resamples=100,
    )
    computed = compute(inputs)
    assert computed["chance"]["truth"].unique().tolist() == ["best-agreeing", "best-f0.5"]
    assert computed["chance"]["method"].nunique() == len(study["attributions"])


def test_some_lines_of_what_people_judged_are_a_data_set(tmp_path, monkeypatch):
    votes = "".join(
        f"<t>a b{number}</t>\n<s1>[a→c{number}|{number % 2 == 0}] b{number}</s1>\n"
        for number in range(40)
    )
    monkeypatch.chdir(tmp_path)
    (tmp_path / "judged.txt").write_text(f"==> ann/0.txt <==\n{votes}", encoding="utf-8")
    phi = [("one", line, [float(line % 2) - 0.5]) for line in range(1, 21)]
    attributions(phi).to_parquet(tmp_path / "attributions.parquet")
    inputs = Inputs(
        {"attributions": ["attributions.parquet"], "judged": ["judged.txt"]},
        dataset="d",
        metrics=["m"],
        settings={"lines": "1-20", "agreement": {"min_edits": 2}, "include_sampled": True},
        resamples=100,
    )
    measured = values(compute(inputs))
    assert measured["people", "attribution", "agreement"] == 1
    assert measured["people", "all right", "agreement"] == 0.5
