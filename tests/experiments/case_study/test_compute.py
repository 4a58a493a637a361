import numpy as np
import pandas as pd
import pytest
from computed_rows import computed
from made_records import edit, made_record
from numpy.testing import assert_allclose, assert_array_equal
from small_study import inputs_of

from gec_attribution.attribution.listing import Listing
from gec_attribution.errors import InputError
from gec_attribution.experiments.case_study.compute import (
    Part,
    case_study,
    compute,
)

SOURCES = ["no edit here", "u has  two good idea and it"]
EDITS = [
    (0, 1, "You", "R:SPELL"),
    (1, 2, "have", "R:VERB:SVA"),
    (4, 5, "ideas", "R:NOUN:NUM"),
    (5, 7, "", "U:OTHER"),
    (7, 7, ".", "M:PUNCT"),
]
PHI = [-1, 2, 0.5, 0.25, 0.25]


RECORDS = [
    made_record(
        SOURCES[0],
        [edit(0, 1, "x", 9.0)],
        hypothesis="x edit here",
        dataset="d",
        system="one",
        line=1,
    ),
    made_record(
        " ".join(SOURCES[1].split()),
        [
            edit(*place, phi, kind)
            for (*place, kind), phi in zip(EDITS, PHI, strict=True)
        ],
        hypothesis="You have two good ideas .",
        dataset="d",
        system="two",
        line=2,
    ),
]


def test_a_sentence_is_cut_at_its_edits():
    table = case_study([Part(RECORDS[1])])
    assert table[["source", "correction", "type"]].to_numpy().tolist() == [
        ["u", "You", "R:SPELL"],
        ["has", "have", "R:VERB:SVA"],
        ["two good", "two good", ""],
        ["idea", "ideas", "R:NOUN:NUM"],
        ["and it", "", "U:OTHER"],
        ["", ".", "M:PUNCT"],
    ]
    assert_array_equal(table["phi"], [-1, 2, np.nan, 0.5, 0.25, 0.25])
    assert_array_equal(
        table["phi_normalised"], np.array([-1, 2, np.nan, 0.5, 0.25, 0.25]) / 4
    )
    assert table["chunk"].tolist() == list(range(6))
    assert (table["score"] == RECORDS[1].score).all()
    assert (table["line"] == 2).all()


@pytest.mark.parametrize(
    ("system", "line", "problem"),
    [
        ("one", 5, "found 5; the corpus has lines 1 to 4"),
        ("one", 1, "one made no edit in line 1"),
        ("two", 4, "two made no edit in line 4"),
    ],
)
def test_a_sentence_that_is_not_there_or_has_no_edit_is_refused(
    study, system, line, problem
):
    options, settings = (
        {"system": system, "line": line},
        {"columns": ["score"], "weights": None},
    )
    with pytest.raises(InputError, match=problem):
        compute(inputs_of("case_study", study, options=options, settings=settings))


def test_all_sentences_are_listed_with_their_attributions():
    listing = Listing(["one", "two"])
    for record in reversed(RECORDS):
        listing.add(record)
    table = listing.frame()
    assert table[["system", "line", "edits"]].to_numpy().tolist() == [
        ["one", 1, 1],
        ["two", 2, 5],
    ]
    assert table["sentence"].tolist() == [
        "[no → x +9] edit here",
        (
            "[u → You -1] [has → have +2] two good [idea → ideas +0.5] "
            "[and it → ∅ +0.25] [∅ → . +0.25]"
        ),
    ]


def test_a_case_study_is_of_one_sentence_at_its_line(study):
    table = computed("case_study")["case_study"]
    assert table["source"].tolist() == ["i", "j", "k", "l"]
    assert table["phi"].isna().tolist() == [False, True, False, True]
    assert table["signature"].notna().all()
    whole = pd.read_parquet(study["attributions"][0]).query(
        "system == 'one' and line == 3"
    )
    assert_allclose(table["phi"].dropna(), whole["phi"], rtol=1e-9)
