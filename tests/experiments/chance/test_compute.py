"""Predictors of right edits: planted effects, ties, one system, judges that disagree."""

from itertools import cycle

import numpy as np
import pytest
from attributed import attributions, edit
from experiment_inputs import elsewhere
from small_study import inputs_of

from gec_attribution.edits.judged import JudgedCorrection
from gec_attribution.errors import InputError
from gec_attribution.experiments.chance.compute import (
    ALL,
    BEST,
    BOTH,
    MEASURES,
    WORDS,
    chance,
    compute,
)
from gec_attribution.experiments.chance.edits import (
    by_people,
    by_references,
    compared_truths,
    token_overlap,
)
from gec_attribution.experiments.evaluation import Evaluation
from gec_attribution.statistics import bootstrap

TYPES = ["R:NOUN", "M:DET"]


@pytest.fixture(autouse=True)
def _few_resamples(monkeypatch):
    monkeypatch.setattr(bootstrap, "TEST_RESAMPLES", 200)


def referenced(tables, references, systems=1, **options):
    edits = by_references(tables[0], references, systems)
    return chance(Evaluation(resamples=100), edits.assign(overlap=0.9), tables, **options)


def judged(table, votes, references=(), annotators=(("ann", "ben"),)):
    """The results of corrections with these votes, a source each, by these annotators in turn."""
    corrections = [
        JudgedCorrection(f"s {n}", tuple(map(edit, range(len(one[0])))), names[: len(one)], one)
        for n, (one, names) in enumerate(zip(votes, cycle(annotators), strict=False))
    ]
    edits = by_people(table, corrections, references).assign(overlap=0.9)
    return chance(Evaluation(resamples=100), edits, [table])


def values(computed, column="value"):
    rows = computed["chance"].query("part == 'all'")
    return rows.set_index(["truth", "predictor", "measure"])[column].sort_index()


def typed(lines, phi):
    """Two edits of two types in every line."""
    edits = [(k, k + 1, "x", kind) for k, kind in enumerate(TYPES)]
    return attributions([("one", line, phi(line), edits) for line in range(1, lines + 1)])


def test_a_planted_effect_is_found_and_added_to_the_type():
    # Every other edit is right, of both types; φ says which, but for its size in the sentence.
    def phi(line):
        return [2.0, 1.0] if line % 2 else [3.0, 4.0]

    table = typed(80, phi)
    references = [[[edit(1 - line % 2)]] for line in range(1, 81)]
    computed = referenced([table], references)
    measured = values(computed).loc["references"]
    assert measured["phi", "auc_within"] == 1
    # Right are 2 and 4, wrong 1 and 3: three of four pairs are in order.
    assert measured["phi", "auc"] == pytest.approx(0.75, abs=0.05)
    assert measured["type", "auc_within"] == pytest.approx(0.5, abs=0.2)
    row = computed["chance_added"].set_index("beside").loc["type"]
    assert row["gain_low"] > 0.05
    assert row["gain_p_holm"] < 0.05
    compared = computed["chance_differences"].set_index(["predictor", "other"])
    assert compared.loc[("phi", "type"), "difference_low"] > 0.2
    assert compared.loc[("phi", BEST), "difference"] == pytest.approx(
        1 - max(0.5, measured["type", "auc_within"])
    )


def test_a_type_predicts_what_holds_in_other_sources_and_noise_adds_nothing():
    random = np.random.default_rng(0)
    table = typed(80, lambda _: random.normal(size=2).tolist())
    computed = referenced([table], [[[edit(0)]]] * 80)
    measured = values(computed).loc["references", "type"]
    assert measured[list(MEASURES)].tolist() == [1, 1, 1, 1]
    assert computed["chance_added"]["gain_low"].iloc[0] < 0.001


def test_a_type_that_no_other_source_tells_of_calls_no_edit_right_or_wrong():
    # Without the first source, every edit is right.
    references = [[[]], *[[[edit(0), edit(1)]]] * 19]
    measured = values(referenced([typed(20, lambda _: [2.0, 1.0])], references))["references"]
    assert measured["type"][["agreement", "balanced_accuracy"]].isna().all()
    assert measured["all right", "agreement"] == 0.95


def test_a_type_that_tells_nothing_has_an_area_of_one_half():
    areas = []
    for seed in range(20):
        random = np.random.default_rng(seed)
        kinds, right = random.choice(list("abcdefghij"), (60, 4)), random.random((60, 4)) < 0.8
        edits = [[(k, k + 1, "x", kind) for k, kind in enumerate(row)] for row in kinds]
        table = attributions([("one", n, [1.0] * 4, row) for n, row in enumerate(edits, start=1)])
        references = [[list(map(edit, np.flatnonzero(row)))] for row in right]
        areas.append(values(referenced([table], references))["references", "type", "auc"])
    assert np.mean(areas) == pytest.approx(0.5, abs=0.015)


def test_a_zero_is_a_tie_and_an_edit_as_others():
    # φ of the right edits: three times 1, once 0; of the wrong ones: three times 0, once -1.
    table = attributions([("one", 1, [1.0, 0.0])] * 30 + [("one", 2, [0.0, -1.0])] * 10)
    table["line"] = np.repeat(np.arange(1, 41), 2)
    computed = referenced([table], [[[edit(0)]]] * 40)
    measured = values(computed).loc["references"]
    assert (values(computed, "edits") == 80).all()
    assert (values(computed, "pairs") == 40).all()
    assert measured["phi", "auc_within"] == 1
    # Of sixteen pairs of values thirteen are in order, and three are tied.
    assert measured["phi", "auc"] == pytest.approx(29 / 32, abs=0.05)
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


def test_a_system_that_is_left_out_neither_votes_nor_is_judged():
    # Two systems alike make the right edit; the third makes a wrong one, as one of the others does.
    rows = []
    for system, words in {"one": "xy", "two": "xz", "three": "wy"}.items():
        edits = [(k, k + 1, word, "R:NOUN") for k, word in enumerate(words)]
        rows += [(system, line, [1.0, 1.0], edits) for line in range(1, 21)]
    table = attributions(rows)
    references = [[[edit(0)]]] * 20
    edits = by_references(table, references, 3)
    assert edits["agreement without two"].dropna().unique().tolist() == [0, 1]
    computed = referenced([table], references, 3)
    # Within a correction: of the first system a tie, of the second in order.
    assert values(computed)["references", "agreement", "auc_within"] == 0.75
    # Without the first: in order. Without the second: the wrong edit has the votes, and the right
    # one none. Without the third: in order.
    rows = values(computed, "least"), values(computed, "most")
    assert [row["references", "agreement", "auc_within"] for row in rows] == [0, 1]
    assert np.isnan(rows[0]["references", "agreement", "balanced_accuracy"])


def test_a_system_without_which_there_is_no_pair_leaves_no_area():
    # Right and wrong edits of one correction are those of the first system alone.
    rows = [("one", line, [2.0, 1.0]) for line in range(1, 21)]
    rows += [(system, line, [1.0]) for system in ("two", "three") for line in range(1, 21)]
    computed = referenced([attributions(rows)], [[[edit(0)]]] * 20, 3)
    ranges = [values(computed, end)["references", "phi", "auc_within"] for end in ("least", "most")]
    assert ranges == [1, 1]


def test_areas_without_edits_of_case_or_spaces():
    edits = [(0, 1, "The", "R:ORTH"), (1, 2, "x", "R:NOUN"), (2, 3, "y", "R:NOUN")]
    table = attributions([("one", line, [3.0, 2.0, 1.0], edits) for line in range(1, 31)])
    table["original"] = ["the", "a", "b"] * 30
    computed = referenced([table], [[[edit(1)]]] * 30)["chance"]
    rows = computed.query("predictor == 'phi' and measure == 'auc_within'").set_index("part")
    assert rows["value"].to_dict() == {ALL: 0.5, WORDS: 1}
    assert rows["edits"].to_dict() == {ALL: 90, WORDS: 60}


def test_a_type_learnt_elsewhere_knows_what_is_right_there():
    table = typed(40, lambda _: [1.0, 1.0])
    there = by_references(table, [[[edit(0)]]] * 40, 1)
    # Here the other type is right.
    references = [[[edit(1)]]] * 40
    measured = values(referenced([table], references, elsewhere=there)).loc["references"]
    assert measured["type", "auc_within"] == 1
    assert measured["type elsewhere", "auc_within"] == 0


def test_the_overlap_of_an_edit_by_hand():
    # The source is a b a: a deletion leaves 2 of 3 and 2, a repetition 3 of 3 and 4.
    edits = [(0, 1, "", "U:NOUN"), (3, 3, "b", "M:NOUN"), (1, 2, "b", "R:ORTH")]
    overlap = token_overlap(attributions([("one", 1, [1.0] * 3, edits)]), [["a", "b", "a"]])
    assert overlap.tolist() == [4 / 5, 6 / 7, 1]


def test_people_and_references_on_the_same_edits():
    # Edit 0: valid, in the best reference; 1: split; 2: valid, in the other reference; 3: invalid.
    votes = [((True, True, True, False), (True, False, True, False))] * 30
    table = attributions([("one", line, [4.0, 3.0, 2.0, 1.0]) for line in range(1, 31)])
    references = [[[edit(0), edit(1)], [edit(2)]]] * 30
    computed = judged(table, votes, references)
    cells = computed["chance_truths"].set_index(["people", "reference"])["edits"]
    expected = [("invalid", "none"), ("split", "best"), ("valid", "another"), ("valid", "best")]
    assert cells.to_dict() == dict.fromkeys(expected, 30)
    assert (computed["chance_truths"]["share"] == 0.25).all()
    assert (computed["chance_truths"]["one_judge"] == 0).all()
    # Of the edits that people decided, the best reference has only edit 0: both order it first.
    assert values(computed, "edits")["references", "phi", "auc"] == 90
    assert values(computed)["references", "phi", "auc"] == 1
    assert values(computed)["people", "phi", "auc"] == 1
    assert compared_truths(by_references(table, references, 1)).empty


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
    assert (values(computed, "edits") == 40).all()
    assert (computed["chance_added"]["edits"] == 40).all()
    for result, p in (("chance_differences", "p"), ("chance_added", "gain_p")):
        for _, rows in computed[result].groupby("method"):
            expected = bootstrap.holm(rows[p].to_numpy())
            np.testing.assert_allclose(rows[f"{p}_holm"], expected)
    with pytest.raises(InputError, match="different edits"):
        referenced([first, second[2:]], [[[edit(0)]]] * 30)
    # A metric whose scores are all undefined takes no edit from the others.
    nothing = first.assign(metric="judge", phi=np.nan)
    for tables in ([first, nothing], [nothing, first]):
        assert set(referenced(tables, [[[edit(0)]]] * 30)["chance"]["metric"]) == {"", "m"}
    # Without any defined score, or any edit in common, there is nothing to judge.
    rest = first.assign(metric="judge", phi=first["phi"].where(second["phi"].isna()))
    for tables in ([nothing], [second, rest]):
        computed = referenced(tables, [[[edit(0)]]] * 30)
        assert set(computed["chance"]["metric"]) == {"", *(t["metric"].iloc[0] for t in tables)}
        assert (computed["chance"]["edits"] == 0).all()
        assert computed["chance_added"]["gain"].isna().all()


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
    # By the first, 2 and 3 are right and 1 is wrong; by the second, 2 is right, 1 and 3 are wrong.
    assert measured["annotator", "phi", "auc_within"] == pytest.approx(3 / 4)
    assert measured["annotator", "another", "auc_within"] == pytest.approx(3 / 4)
    # The edits of all corrections are alike, and none is compared with itself.
    assert measured["annotator", "another", "auc"] == pytest.approx(3 / 4)
    assert computed["chance_added"]["truth"].unique().tolist() == ["people"]


def test_annotators_are_predicted_on_edits_of_the_same_two():
    # All find the first edit valid; φ orders the edits of either two, but not those of all four.
    table = attributions([("one", line, [1 + line % 2, line % 2]) for line in range(1, 41)])
    two, others = ("ann", "ben"), ("cleo", "dan")
    measured = [
        values(judged(table, [((True, False),) * 2] * 40, annotators=annotators))
        for annotators in ([two, others], [two, two])
    ]
    areas = [of_both["annotator", "phi", "auc"] for of_both in measured]
    assert areas[0] == 1
    assert areas[1] < 1


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


def test_the_files_of_a_study_without_judges_are_read(study):
    computed = compute(inputs_of("chance", study, files=elsewhere(study)))
    assert computed["chance"]["truth"].unique().tolist() == ["references"]
    assert computed["chance"]["method"].nunique() == 1 + len(study["attributions"])
    assert "type elsewhere" in set(computed["chance"]["predictor"])
