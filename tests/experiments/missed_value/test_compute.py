"""What was missed: known references, known values."""

import numpy as np
import pandas as pd
import pytest
from attributed import attributions
from small_study import COALITIONS, METHODS, SYSTEMS, inputs_of, score_of

from gec_attribution.attribution import load_method
from gec_attribution.edits.m2 import edits_of
from gec_attribution.edits.model import Edit, apply_edits
from gec_attribution.edits.references import read_references
from gec_attribution.games.missed import (
    MISSED_BY,
    missed_edits,
    missed_games,
    moved,
    touches,
)
from gec_attribution.games.plan import OtherGames, plan_coalitions, write_plan
from gec_attribution.judging.f_scores import f_scores
from gec_attribution.languages.en import ENGLISH
from gec_study.experiments.missed_value.compute import (
    compute,
    judged_by_reference,
    missed_value,
)

SOURCE = "a b c d e f"
HYPOTHESIS = (Edit(0, 1, "x y", "R:NOUN"), Edit(3, 4, "", "U:DET"), Edit(5, 6, "g", "R:VERB"))
REFERENCE = (
    Edit(0, 1, "x y", "R:NOUN"),  # made
    Edit(1, 2, "B", "R:NOUN"),  # missed
    Edit(3, 3, "the", "M:DET"),  # touches the deletion after it
    Edit(4, 5, "E e", "R:SPELL"),  # missed
    Edit(5, 6, "h", "R:VERB"),  # otherwise
    Edit(6, 6, "?", "UNK"),  # no correction
)


@pytest.mark.parametrize(
    ("span", "other_span", "expected"),
    [
        ((1, 2), (2, 3), False),
        ((1, 3), (2, 4), True),
        ((1, 3), (1, 3), True),
        ((2, 2), (2, 3), True),
        ((2, 2), (1, 2), True),
        ((2, 2), (2, 2), True),
        ((2, 2), (3, 4), False),
    ],
)
def test_edits_that_touch(span, other_span, expected):
    edit, other_edit = (Edit(*place, "x", "R:NOUN") for place in (span, other_span))
    assert touches(edit, other_edit) is touches(other_edit, edit) is expected


def test_edits_are_made_missed_or_corrected_otherwise():
    missed, otherwise = missed_edits(HYPOTHESIS, REFERENCE)
    assert missed == (REFERENCE[1], REFERENCE[3])
    assert otherwise == (REFERENCE[2], REFERENCE[4])
    assert missed_edits((), REFERENCE) == (REFERENCE[:5], ())
    assert missed_edits(REFERENCE, REFERENCE[:5]) == ((), ())


def test_missed_edits_are_players_of_the_hypothesis():
    (game,) = missed_games([(SOURCE, HYPOTHESIS)], [[REFERENCE]], ENGLISH, 3)
    assert game.source == SOURCE
    assert game.base_text == "x y b c e g"
    assert game.edits == (Edit(2, 3, "B", "R:NOUN"), Edit(4, 5, "E e", "R:SPELL"))
    assert game.grand_text == "x y B c E e g"
    assert game.texts([2]) == ["x y b c E e g"]


def test_moved_edits_and_the_hypothesis_make_what_all_of_them_make():
    random = np.random.default_rng(0)
    tokens = [str(number) for number in range(12)]
    for _ in range(200):
        cuts = np.sort(random.choice(13, 8, replace=False)).tolist()
        spans = list(zip(cuts[::2], cuts[1::2], strict=True))
        edits = [Edit(*span, "p q" * int(random.integers(2)), "R:X") for span in spans]
        own = [edit for edit in edits if random.random() < 0.5]
        rest = [edit for edit in edits if edit not in own]
        both = apply_edits(apply_edits(tokens, own), moved(rest, own))
        assert both == apply_edits(tokens, edits)


def test_the_reference_is_the_one_of_the_corpus_score():
    near, far = (Edit(0, 1, "x", "R:X"), Edit(2, 3, "z", "R:X")), (Edit(4, 5, "w", "R:X"),)
    (game,) = missed_games([(SOURCE, near[:1])], [[far, near]], ENGLISH)
    assert [edit.correction for edit in game.edits] == ["z"]


def judged(*sentences):
    """Rows of (system, [(kind, φ, type), …] for each line)."""
    return pd.DataFrame(
        [
            (system, line, kind, kind_of, phi)
            for system, lines in sentences
            for line, edits in enumerate(lines, start=1)
            for kind, phi, kind_of in edits
        ],
        columns=["system", "line", "kind", "type", "phi"],
    )


def test_value_recall_is_the_share_of_the_value_that_was_made():
    system_one = [
        [("made", 0.3, "R:NOUN"), ("missed", 0.1, "M:DET"), ("other", -0.4, "R:NOUN")],
        [("otherwise", 0.0, "R:NOUN"), ("missed", 0.2, "R:NOUN")],
        [],
        [("made", np.nan, "R:NOUN"), ("missed", 5.0, "R:NOUN")],
    ]
    edits = judged(("one", system_one), ("other", [[("made", 0.5, "R:DET")], [], [], []]))
    table = missed_value("d", "m", edits, 4, min_frequency=1, resamples=100)
    rows = table.set_index(["system", "type"])
    assert rows.index.unique("type").tolist() == ["all", "DET", "NOUN"]
    row = rows.loc["one", "all"]
    assert row[["value_made", "value_missed"]].tolist() == pytest.approx([0.1, 0.1])
    assert row[["value_recall", "recall"]].tolist() == pytest.approx([0.5, 0.25])
    assert row[["made", "missed", "otherwise", "other"]].tolist() == [1, 2, 1, 1]
    assert row["value_other"] == pytest.approx(-0.4 / 3)
    assert (row["sentences"], row["left_out"]) == (3, 1)
    assert np.isnan(row["value_made_low"])
    assert row["note"].startswith("no interval: 2 of")
    assert rows.loc["one", "DET"]["value_recall"] == 0
    assert rows.loc["other", "NOUN"][["made", "sentences"]].tolist() == [0, 4]
    assert np.isnan(rows.loc["other", "NOUN"]["value_recall"])
    every = rows.loc["all systems", "all"]
    assert every["value_recall"] == pytest.approx(0.8 / 1.1)
    assert (every["sentences"], every["made"]) == (7, 2)
    assert len(missed_value("d", "m", edits, 4, min_frequency=4, resamples=100)) == 3


def test_weighted_scores_count_each_edit_by_its_size():
    lines = [
        [("made", 0.3, "R:X"), ("made", -0.1, "R:X"), ("other", -0.4, "R:X")],
        [("missed", -0.2, "R:X"), ("otherwise", 0.0, "R:X")],
    ]
    row = missed_value("d", "m", judged(("one", lines)), 2, resamples=10).iloc[0]
    precision, recall = 0.4 / 0.8, 0.4 / 0.6
    f = 1.25 * precision * recall / (0.25 * precision + recall)
    names = [f"weighted_{part}" for part in ("precision", "recall", "f0_5")]
    assert row[names].tolist() == pytest.approx([precision, recall, f])
    nothing = [[("otherwise", 0.0, "R:X")], []]
    assert (
        missed_value("d", "m", judged(("one", nothing)), 2, resamples=10)[names]
        .isna()
        .all(axis=None)
    )


def test_weights_that_are_equal_give_the_corpus_score_of_errant():
    random = np.random.default_rng(4)
    kinds = ("made", "other", "missed")
    lines = [[(kinds[k], 0.5, "R:X") for k in random.integers(0, 3, 4)] for _ in range(40)]
    row = missed_value("d", "m", judged(("one", lines)), 40, resamples=200).iloc[0]
    counts = [[[kind for kind, *_ in line].count(kind) for kind in kinds] for line in lines]
    expected = f_scores(*np.sum(counts, axis=0).astype(float))
    assert row["weighted_precision"] == pytest.approx(expected.precision)
    assert row["weighted_f0_5"] == pytest.approx(expected.f)
    assert row["weighted_f0_5_low"] < row["weighted_f0_5"] < row["weighted_f0_5_high"]


def test_intervals_hold_the_share_and_come_from_lines():
    random = np.random.default_rng(2)
    lines = [[("made", v, "R:X"), ("missed", 0.5, "R:X")] for v in random.uniform(0, 1, 40)]
    row = missed_value("d", "m", judged(("one", lines)), 40, resamples=300).iloc[0]
    assert row["value_recall_low"] < row["value_recall"] < row["value_recall_high"]
    assert row["recall_low"] == row["recall"] == row["recall_high"] == 0.5


def test_a_share_of_what_may_be_nothing_is_undefined():
    random = np.random.default_rng(3)
    lines = [[("made", v, "R:X"), ("missed", 0.01 - v, "R:X")] for v in random.normal(0, 1, 40)]
    row = missed_value("d", "m", judged(("one", lines)), 40, resamples=300).iloc[0]
    assert row["value_recall"] == pytest.approx(row["value_made"] / 0.01)
    lines = [[("made", 1.0, "R:X"), ("missed", v, "R:X")] for v in random.normal(-0.7, 1, 40)]
    row = missed_value("d", "m", judged(("one", lines)), 40, resamples=300).iloc[0]
    assert row["value_made"] + row["value_missed"] > 0
    assert np.isnan(row["value_recall"])
    assert np.isnan(row["value_recall_low"])


def test_edits_get_their_attributions_by_line_and_place():
    attributed = attributions([("one", 2, [0.1, 0.2, 0.3])])
    table = judged_by_reference(
        "one",
        [(), HYPOTHESIS],
        [[()], [REFERENCE]],
        attributed,
        [np.empty(0), np.array([0.5, -0.5])],
    )
    assert table["line"].unique().tolist() == [2]
    assert dict(zip(table["kind"] + table["type"], table["phi"], strict=True)) == {
        "madeR:NOUN": 0.1,
        "otherU:DET": 0.2,
        "otherR:VERB": 0.3,
        "missedR:NOUN": 0.5,
        "missedR:SPELL": -0.5,
        "otherwiseM:DET": 0.0,
        "otherwiseR:VERB": 0.0,
    }


def test_sentences_are_read_one_at_a_time():
    """Neither games nor rows of edits wait for the whole of a corpus."""
    read = []

    def lines():
        for number in range(100):
            read.append(number)
            yield SOURCE, HYPOTHESIS

    games = missed_games(lines(), [[REFERENCE]] * 100, ENGLISH)
    next(games)
    assert len(read) == 1


def test_a_corpus_without_edits_has_no_value():
    made = attributions([("one", 2, [0.1])])[:0]
    table = judged_by_reference("one", [(), ()], [[()], [()]], made, [np.empty(0)] * 2)
    row = missed_value("d", "m", table, 2, resamples=100).iloc[0]
    assert (row["made"], row["missed"]) == (0, 0)
    assert np.isnan(row["value_recall"])


def test_a_missed_edit_is_worth_what_it_adds_to_the_correction(study, tmp_path):
    systems = dict(zip(SYSTEMS, map(edits_of, study["edits"]), strict=True))
    references = read_references(study["references"])
    needs = [load_method("add", METHODS["add"], **COALITIONS).masks]
    games = {
        f"{MISSED_BY}{name}": OtherGames(missed_games(lines, references, ENGLISH), needs)
        for name, lines in systems.items()
    }
    plan = list(plan_coalitions(systems, needs, ENGLISH, 0, games))
    files = {name: str(tmp_path / f"{name}.parquet") for name in ("coalitions", "scores")}
    write_plan(plan, tmp_path / "pairs.parquet", files["coalitions"])
    pairs = pd.concat([part.pairs for part in plan])
    scores = pairs[["pair"]].assign(score=pairs["sentence"].map(score_of))
    scores.to_parquet(files["scores"], index=False)
    read = {**study, **{name: [path] for name, path in files.items()}}
    read["attributions"] = [read["attributions"][list(METHODS).index("add")]]
    table = compute(inputs_of("missed_value", read, method="add", min_frequency=1))
    row = table.set_index(["system", "type"]).loc["two", "all"]
    assert (row["made"], row["missed"], row["sentences"]) == (3, 1, 4)
    gain = score_of("x j x l") - score_of("x j k l")
    assert row["value_missed"] == pytest.approx(gain / 4)
