"""Predictors of right edits: all numbers by hand, of the same few edits in every source."""

from dataclasses import astuple

import numpy as np
import pandas as pd
import pytest
from attributed import attributions, edit, typed_sentence
from numpy.testing import assert_allclose

from gec_attribution.edits.judged import JudgedCorrection
from gec_attribution.edits.model import Edit
from gec_attribution.errors import InputError
from gec_attribution.experiments.chance.compute import chance
from gec_attribution.experiments.chance.edits import compared_truths, token_overlap
from gec_attribution.experiments.chance.labels import BEST, BOTH
from gec_attribution.experiments.evaluation import Evaluation
from gec_attribution.judging.known_edits import by_people, by_references
from gec_attribution.judging.predictors import held_out_likelihood
from gec_attribution.statistics import bootstrap

SOURCE = "a b c d e f"
LONGER = Edit(0, 1, "a x", "R:NOUN")
SHORTER = Edit(2, 4, "", "M:DET")
IN_CAPITALS = Edit(4, 5, "E", "M:DET")
NAN = float("nan")
MEASURES = ["auc", "auc_within", "agreement", "balanced_accuracy"]
# As many sources as there are folds: pairs of edits of one fold are those of one source.
SOURCES = 10


@pytest.fixture(autouse=True)
def _few_resamples(monkeypatch):
    monkeypatch.setattr(bootstrap, "TEST_RESAMPLES", 200)


def attributed(*corrections):
    """Attributions of (system, line, φ, edits)."""
    rows = [(*names, list(map(astuple, edits))) for *names, edits in corrections]
    table = attributions(rows)
    return table.assign(original=table["start"].map({0: "a", 2: "c d", 4: "e"}))


def computed_of(edits, *tables, elsewhere=None):
    edits["overlap"] = token_overlap(edits, [SOURCE.split()] * edits["line"].max())
    return chance(Evaluation(resamples=100), edits, tables, elsewhere)


def rows_of(computed, truth, part="all"):
    """The rows about a part of the edits, by predictor and method, and by measure."""
    rows = computed["chance"]
    rows = rows[(rows["truth"] == truth) & (rows["part"] == part)]
    predictor = (rows["predictor"] + " " + rows["method"]).str.strip()
    return rows.assign(predictor=predictor).set_index(["predictor", "measure"])


def check(rows, by_hand, items, counts):
    """Compare measures with the sums of so many pairs or edits of a source, and the counts."""
    expected = pd.DataFrame.from_dict(by_hand, orient="index", columns=MEASURES) / items
    values = rows["value"].unstack()
    pd.testing.assert_frame_equal(
        values.loc[expected.index, MEASURES], expected, check_names=False
    )
    # All sources are alike, and so are their resamples.
    assert_allclose(rows[["low", "high"]].T, [rows["value"]] * 2)
    assert_allclose(rows[["edits", "right", "pairs"]].drop_duplicates(), [counts])
    assert set(rows.drop("auc_within", level="measure")["sources"]) == {SOURCES}


def test_every_number_by_references():
    # Right are the longer edit and the one in capitals, whose φ is noise.
    corrections = []
    for line in range(1, SOURCES + 2):
        all_edits = (LONGER, SHORTER, IN_CAPITALS)
        corrections.append(("one", line, [2.0, -1.0, 1e-9], all_edits))
        corrections.append(("two", line, [-1.0, 1.0], all_edits[:2]))
        corrections.append(("three", line, [2.0], all_edits[:1]))
    table = attributed(*corrections)
    # Only numbers of the same source can be compared; the last source has none.
    phi = 10.0 * table["line"] - table["phi"]
    add = table.assign(method="add", phi=phi.where(table["line"] <= SOURCES))
    # Elsewhere, edits of the other type are right.
    types = LONGER.type, SHORTER.type
    typed = attributions(
        [typed_sentence("one", line, [2, 1], *types) for line in range(1, 21)]
    )
    elsewhere = by_references(typed, [[[edit(1)]]] * 20, 1)
    edits = by_references(table, [[[LONGER, IN_CAPITALS]]] * len(table), 3)
    computed = computed_of(edits, table, add, elsewhere=elsewhere)
    rows = rows_of(computed, "references")
    # Of 4 · 2 pairs of a source, 3 of its corrections, 6 edits, and 4 right and 2 wrong edits.
    by_hand = {
        "agreement": [6, 2, 4, 5],
        "type": [7, 2.5, 5, 7],
        "type elsewhere": [1, 0.5, 1, 1],
        "edits": [4.5, 1.5, NAN, NAN],
        "tokens": [5, 2, NAN, NAN],
        "overlap": [8, 3, NAN, NAN],
        "all right": [4, 1.5, 4, 4],
        "phi shapley": [5.5, 2, 3.5, 4.5],
        "normalised phi shapley": [5, 2, 3.5, 4.5],
        "whole": [5.5, 1.5, 4, 4.5],
        "phi add": [2.5, 1, 4, 4],
    }
    check(rows, by_hand, [8, 3, 6, 8], [60, 4 / 6, 30])
    assert set(rows.index.levels[0]) == set(by_hand)
    # Without "one", "two" and "three" in turn.
    ranges = rows.loc[["agreement", "type", "phi shapley"], ["least", "most"]].dropna()
    areas = [[1 / 3, 1]] * 2 + [[5 / 6, 1], [3 / 4, 1], [1 / 2, 1], [0, 1]]
    assert ranges.to_numpy().ravel() == pytest.approx(np.ravel(areas))
    words = {"type": [6, 2, 5, 6], "phi shapley": [4.5, 1, 3, 3.5]}
    check(
        rows_of(computed, "references", "words"), words, [6, 2, 5, 6], [50, 3 / 5, 20]
    )
    differences = computed["chance_differences"].set_index(["predictor", "other"])[
        "difference"
    ]
    assert differences.to_dict() == pytest.approx(
        {
            ("agreement", "type"): -1 / 6,
            ("agreement", BEST): -1 / 3,
            ("phi", "type"): -1 / 6,
            ("phi", "agreement"): 0,
            ("phi", BEST): -1 / 3,
        }
    )


def test_phi_adds_to_models_of_types_and_of_the_agreement():
    corrections = []
    for line in range(1, SOURCES + 1):
        phi = [line + 1.0, -1.0, 1e-9]
        corrections.append(("one", line, phi, (LONGER, SHORTER, IN_CAPITALS)))
        corrections.append(("two", line, [-1.0, 1.0], (LONGER, SHORTER)))
    table = attributed(*corrections)
    edits = by_references(table, [[[LONGER, IN_CAPITALS]]] * len(table), 2)
    added = computed_of(edits, table)["chance_added"]
    phi = table["phi"].where(table["phi"] != 1e-9, 0)
    right, fold = table["start"] != 2, table["line"]
    types, alike = (table["start"] == 0).astype(int), np.zeros(len(table), int)
    nothing, agreement = (
        np.zeros((len(table), 0)),
        (table[["start"]] != 4).astype(float),
    )
    models = {
        "type": (types, nothing),
        "agreement": (alike, agreement),
        BOTH: (types, agreement),
    }
    assert added["beside"].tolist() == list(models)
    for row in added.itertuples():
        categories, known = models[row.beside]
        without, with_phi = (
            held_out_likelihood(
                *map(np.asarray, (categories, numbers, right, fold))
            ).mean()
            for numbers in (known, np.column_stack([known, phi]))
        )
        assert [row.likelihood, row.gain] == pytest.approx(
            [without, with_phi - without]
        )


def test_every_number_by_people_and_annotators():
    # Each source has two corrections. Of somebody who judged the first one twice, the first
    # judgement is compared with others; of an edit of the second one, people are not sure.
    first, second = (LONGER, SHORTER, IN_CAPITALS), (LONGER, SHORTER)
    of_first = (True, False, True), (True, True, True), (False, False, True)
    of_second = (True, False), (False, False)
    corrections, judged = [], []
    for line in range(1, 2 * SOURCES + 1, 2):
        corrections.append(("one", line, [2.0, -1.0, 1e-9], first))
        corrections.append(("one", line + 1, [-1.0, 1.0], second))
        source = f"source {line}"
        judged.append(JudgedCorrection(source, first, ("ann", "ben", "ann"), of_first))
        judged.append(JudgedCorrection(source, second, ("ann", "ben"), of_second))
    table = attributed(*corrections)
    references = [[list(second)]] * len(judged)
    computed = computed_of(by_people(table, judged, references), table)
    by_hand = {"agreement": [1, 0.5, 1, 1], "phi shapley": [3, 2, 2.5, 2.5]}
    check(rows_of(computed, "people"), by_hand, [4, 2, 4, 4], [40, 1 / 2, 20])
    assert set(rows_of(computed, "people", "unseen")["edits"]) == {SOURCES}
    by_hand = {"agreement": [3, 2, 4, 12], "phi shapley": [2, 1, 2.5, 7]}
    check(rows_of(computed, "references"), by_hand, [3, 2, 4, 12], [40, 3 / 4, 20])
    by_hand = {"another": [7, 1.5, 6, 7]}
    check(rows_of(computed, "annotator"), by_hand, [12, 3, 10, 12], [100, 3 / 5, 30])
    assert set(computed["chance_added"]["truth"]) == {"people", "references"}


def referenced(*tables):
    edits = by_references(tables[0], [[[edit(0)]]] * 30, 1)
    return chance(Evaluation(resamples=100), edits.assign(overlap=0.9), tables)


def test_people_and_references_on_the_same_edits():
    # Of these edits, people find one valid that the best reference has, and one that another has.
    votes = (True, True, True, False), (True, False, True, False)
    judged = JudgedCorrection("s", tuple(map(edit, range(4))), ("ann", "ben"), votes)
    table, references = (
        attributions([("one", 1, [1.0] * 4)]),
        [[[edit(0), edit(1)], [edit(2)]]],
    )
    assert compared_truths(
        by_people(table, [judged], references)
    ).to_numpy().tolist() == [
        ["d", "systems", "invalid", "none", 1, 0.25, 0],
        ["d", "systems", "split", "best", 1, 0.25, 0],
        ["d", "systems", "valid", "another", 1, 0.25, 0],
        ["d", "systems", "valid", "best", 1, 0.25, 0],
    ]
    assert compared_truths(by_references(table, references, 1)).empty
    for others in (table[1:], table.assign(edit=range(1, 5))):
        with pytest.raises(
            InputError, match=f"have {len(others)} edits and people judged 4"
        ):
            by_people(others, [judged])


def test_people_who_corrected_have_no_vote_and_rows_of_their_own():
    # Of one source: a person's correction, and two by systems, of which one has the person's edit.
    made = [(edit(0), edit(1)), (edit(0),), (edit(2),)]
    judged = [
        JudgedCorrection("a b c", each, ("ann",), ((True,) * len(each),))
        for each in made
    ]
    table = attributions(
        [
            (
                "one",
                line,
                [1.0] * len(each),
                [(e.start, e.end, "x", e.type) for e in each],
            )
            for line, each in enumerate(made, start=1)
        ]
    )
    edits = by_people(table, judged, of_systems={"x b c", "a b x"})
    assert edits["rewrite"].tolist() == [True, True, False, False]
    # The person's edits have the votes of both systems, those of a system the other one's.
    assert edits["agreement"].tolist() == [0.5, 0, 0, 0]
    assert by_people(table, judged)["agreement"].tolist() == [0.5, 0, 0.5, 0]
    computed = chance(Evaluation(resamples=100), edits.assign(overlap=0.9), [table])[
        "chance"
    ]
    counts = computed.query(
        "predictor == 'phi' and measure == 'auc' and truth == 'people'"
    )
    assert counts.set_index("part")["edits"].to_dict() == {
        "all": 2,
        "words": 2,
        "rewrites": 2,
    }


def test_metrics_are_compared_pair_by_pair():
    first = attributions([("one", line, [1.0, -1.0]) for line in range(1, 31)])
    turned = first.assign(metric="n", phi=-first["phi"])
    computed = referenced(first, turned)
    compared = computed["chance_metrics"].set_index("measure")
    assert compared.loc["auc_within", "difference"] == 1
    gains = computed["chance_added"].set_index("metric")["gain"]
    assert compared.loc["gain", "difference"] == pytest.approx(gains["m"] - gains["n"])
    assert compared["other_metric"].tolist() == ["n", "n"]
    assert referenced(first)["chance_metrics"].empty
