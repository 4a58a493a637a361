"""Predictors of right edits: planted effects, ties, one system, judges that disagree."""

import numpy as np
import pytest
from attributed import attributions
from experiment_inputs import judged_edits as judged_files
from small_study import inputs_of

from gec_attribution.edits.judged import JudgedCorrection
from gec_attribution.edits.model import Edit
from gec_attribution.errors import InputError
from gec_attribution.experiments.chance.compute import (
    BOTH,
    MEASURES,
    by_people,
    by_references,
    chance,
    compute,
)
from gec_attribution.statistics import bootstrap

TYPES = ["R:NOUN", "M:DET"]


@pytest.fixture(autouse=True)
def _few_resamples(monkeypatch):
    monkeypatch.setattr(bootstrap, "TEST_RESAMPLES", 200)


def edit(position, correction="x"):
    return Edit(position, position + 1, correction, "R:NOUN")


def referenced(tables, references, systems=1, **options):
    edits = by_references(tables[0], references, systems)
    return chance(edits, tables, "references", resamples=100, **options)


def judged(table, votes):
    """The results of corrections with these votes, a source each."""
    corrections = [
        JudgedCorrection(
            f"s {number}", tuple(map(edit, range(len(one[0])))), ("ann", "ben")[: len(one)], one
        )
        for number, one in enumerate(votes)
    ]
    return chance(by_people(table, corrections), [table], "people", resamples=100)


def values(computed):
    rows = computed["chance"]
    return rows.set_index(["truth", "predictor", "measure"])["value"].sort_index()


def typed(lines, phi):
    """Two edits of two types in every line."""
    edits = [(k, k + 1, "x", kind) for k, kind in enumerate(TYPES)]
    return attributions([("one", line, phi(line), edits) for line in range(1, lines + 1)])


def test_a_planted_effect_is_found_and_added_to_the_type():
    # Every other edit is right, of both types; φ says which, but for its size in the sentence.
    def phi(line):
        return [2.0, 1.0] if line % 2 else [3.0, 4.0]

    table = typed(80, phi)
    references = [[[edit(line % 2 == 0)]] for line in range(1, 81)]
    references = [[[Edit(e.start, e.end, "x", "")] for e in choices] for (choices,) in references]
    computed = referenced([table], references)
    measured = values(computed).loc["references"]
    assert measured["phi", "auc_within"] == 1
    # Right are 2 and 4, wrong 1 and 3: three of four pairs are in order.
    assert measured["phi", "auc"] == pytest.approx(0.75, abs=0.05)
    assert measured["type", "auc_within"] == pytest.approx(0.5, abs=0.2)
    row = computed["chance_added"].set_index("beside").loc["type"]
    assert row["gain_low"] > 0.05
    assert row["gain_p_holm"] < 0.05
    rows = computed["chance"].set_index(["predictor", "measure"])
    assert rows.loc[("phi", "auc_within"), "difference_low"] > 0.2
    assert (rows.loc["type"]["difference"] == 0).all()


def test_a_type_predicts_what_holds_in_other_sources_and_noise_adds_nothing():
    random = np.random.default_rng(0)
    table = typed(80, lambda _: random.normal(size=2).tolist())
    computed = referenced([table], [[[edit(0)]]] * 80)
    measured = values(computed).loc["references", "type"]
    assert measured[list(MEASURES)].tolist() == [1, 1, 1, 1]
    assert computed["chance_added"]["gain_low"].iloc[0] < 0.001


def test_a_zero_is_a_tie_and_an_edit_as_others():
    # φ of the right edits: 1, 0; of the wrong ones: 0, -1.
    table = attributions([("one", 1, [1.0, 0.0]), ("one", 2, [0.0, -1.0])] * 20)
    table["line"] = np.repeat(np.arange(1, 41), 2)
    computed = referenced([table], [[[edit(0)]]] * 40)
    measured = values(computed).loc["references"]
    assert (computed["chance"]["edits"] == 80).all()
    assert measured["phi", "auc_within"] == 1
    # Of four pairs of values three are in order, and one is tied.
    assert measured["phi", "auc"] == pytest.approx(7 / 8, abs=0.05)
    assert measured["phi", "agreement"] == pytest.approx(0.75)
    assert measured["phi", "balanced_accuracy"] == pytest.approx(0.75)
    assert measured["all right", "auc"] == 0.5
    assert measured["all right", "balanced_accuracy"] == 0.5
    assert ("edits", "agreement") not in measured


def test_agreement_is_the_share_of_other_systems_with_the_edit():
    # Of three systems, two make the right edit 0 alike, each another wrong edit 1.
    wrong = {"one": "y", "two": "z", "three": "w"}
    rows = []
    for system, word in wrong.items():
        edits = [(0, 1, "w" if system == "three" else "x", "R:NOUN"), (1, 2, word, "R:NOUN")]
        rows += [(system, line, [1.0, 1.0], edits) for line in range(1, 21)]
    table = attributions(rows)
    references = [[[edit(0)]]] * 20
    edits = by_references(table, references, 3)
    assert edits["agreement"].tolist() == [0.5, 0] * 40 + [0, 0] * 20
    measured = values(referenced([table], references, 3)).loc["references"]
    assert measured["agreement", "auc"] == 1
    # Half of the others is a tie.
    assert measured["agreement", "balanced_accuracy"] == pytest.approx(0.75)


def test_one_system_agrees_with_none():
    table = typed(40, lambda line: [1.0, -1.0 / line])
    computed = referenced([table], [[[edit(0)]]] * 40, systems=1)
    assert "agreement" not in set(computed["chance"]["predictor"])
    assert computed["chance_added"]["beside"].tolist() == ["type"]
    both = referenced([table], [[[edit(0)]]] * 40, systems=2)
    assert both["chance_added"]["beside"].tolist() == ["type", "agreement", BOTH]


def test_all_predictors_judge_the_edits_that_every_method_attributes():
    first = attributions([("one", line, [1.0, -1.0]) for line in range(1, 31)])
    second = attributions([("one", line, [1.0, -1.0]) for line in range(1, 31)], method="add")
    second.loc[second["line"] <= 10, "phi"] = np.nan
    computed = referenced([first, second], [[[edit(0)]]] * 30)
    assert (computed["chance"]["edits"] == 40).all()
    assert (computed["chance_added"]["edits"] == 40).all()
    p = computed["chance_added"]
    np.testing.assert_allclose(p["gain_p_holm"], bootstrap.holm(p["gain_p"].to_numpy()))
    with pytest.raises(InputError, match="different edits"):
        referenced([first, second[2:]], [[[edit(0)]]] * 30)


def test_judges_that_are_split_say_neither_and_predict_each_other():
    # Edit 0: both find it valid; edit 1: neither; edit 2: one of them.
    votes = [((True, False, True), (True, False, False))] * 30
    table = attributions([("one", line, [2.0, 1.0, 3.0]) for line in range(1, 31)])
    computed = judged(table, votes)
    measured = values(computed)
    edits = computed["chance"].groupby("truth")["edits"].unique()
    assert edits["people"].tolist() == [60]
    assert measured["people", "phi", "auc"] == 1
    # One annotator of another, in either order: of three edits they are split on one.
    assert edits["annotator"].tolist() == [180]
    assert measured["annotator", "another", "agreement"] == pytest.approx(2 / 3)
    # Right are 2, 2, 3 and wrong 1, 1, 3: six of nine pairs are in order, and one is tied.
    assert measured["annotator", "phi", "auc_within"] == pytest.approx((4 + 2 + 0.5) / 9)
    assert computed["chance_added"]["truth"].unique().tolist() == ["people"]


def test_an_edit_with_one_judge_is_predicted_by_no_other():
    votes = [((True, True), (True, False)), ((True, False),)] * 30
    table = attributions([("one", line, [1.0, 0.0]) for line in range(1, 61)])
    edits = judged(table, votes)["chance"].groupby("truth")["edits"].unique()
    assert (edits["people"].tolist(), edits["annotator"].tolist()) == ([90], [120])


def test_the_agreement_of_corrections_that_people_judged():
    table = attributions([("one", line, [1.0, -1.0]) for line in range(1, 4)])
    table.loc[table["line"] == 2, "correction"] = ["x", "y"]
    corrections = [
        JudgedCorrection("s 1", (edit(0), edit(1)), ("ann",), ((True, False),)),
        JudgedCorrection("s 1", (edit(0), edit(1, "y")), ("ann",), ((True, False),)),
        JudgedCorrection("s 2", (edit(0), edit(1)), ("ann",), ((True, False),)),
    ]
    assert by_people(table, corrections)["agreement"].tolist() == [1, 0, 1, 0, 0.5, 0.5]


def test_the_files_of_a_study_are_read(study, tmp_path):
    computed = compute(inputs_of("chance", study))
    assert computed["chance"]["truth"].unique().tolist() == ["references"]
    assert computed["chance"]["method"].nunique() == 1 + len(study["attributions"])
    files = judged_files(study, tmp_path)
    people = inputs_of("chance", {**study, **files})
    people.files["judged"], people.files["attributions"] = files["judged"], files["attributions"]
    assert compute(people)["chance"]["truth"].unique().tolist() == ["people", "annotator"]
