import numpy as np
import pytest
from attributed import attributions

from gec_attribution.errors import InputError
from gec_attribution.evaluation.case_study import case_study, list_sentences
from gec_attribution.languages.en import ENGLISH

SOURCES = ["no edit here", "u has  two good idea and it"]
EDITS = [
    *[(0, 1, "You", "R:SPELL"), (1, 2, "have", "R:VERB:SVA"), (4, 5, "ideas", "R:NOUN:NUM")],
    *[(5, 7, "", "U:OTHER"), (7, 7, ".", "M:PUNCT")],
]
TABLE = attributions([("one", 1, [9.0]), ("two", 2, [-1, 2, 0.5, 0.25, 0.25], EDITS)])


def test_a_sentence_is_cut_at_its_edits():
    table = case_study(TABLE, SOURCES, system="two", line=2, language=ENGLISH)
    assert table[["source", "correction", "type"]].to_numpy().tolist() == [
        ["u", "You", "R:SPELL"],
        ["has", "have", "R:VERB:SVA"],
        ["two good", "two good", ""],
        ["idea", "ideas", "R:NOUN:NUM"],
        ["and it", "", "U:OTHER"],
        ["", ".", "M:PUNCT"],
    ]
    np.testing.assert_array_equal(table["phi"], [-1, 2, np.nan, 0.5, 0.25, 0.25])
    np.testing.assert_array_equal(
        table["phi_normalised"], np.array([-1, 2, np.nan, 0.5, 0.25, 0.25]) / 4
    )
    assert table["chunk"].tolist() == list(range(6))
    assert (table["score"] == 2).all()
    assert (table["line"] == 2).all()
    assert list(table.columns) == [
        *("dataset", "system", "line", "metric", "method", "chunk", "source", "correction", "type"),
        *("phi", "phi_normalised", "baseline", "score", "signature"),
    ]


@pytest.mark.parametrize("line", [0, 3, -1])
def test_a_line_outside_the_corpus_is_refused(line):
    with pytest.raises(InputError, match=f"found {line}; the corpus has lines 1 to 2"):
        case_study(TABLE, SOURCES, system="two", line=line, language=ENGLISH)


@pytest.mark.parametrize(("system", "line"), [("two", 1), ("three", 2)])
def test_a_sentence_without_edits_is_refused(system, line):
    with pytest.raises(InputError, match=f"{system} made no edit in line {line}"):
        case_study(TABLE, SOURCES, system=system, line=line, language=ENGLISH)


def test_all_sentences_are_listed_with_their_attributions():
    table = list_sentences(TABLE, SOURCES, ENGLISH)
    assert table[["system", "line", "edits"]].to_numpy().tolist() == [["one", 1, 1], ["two", 2, 5]]
    assert table["sentence"].tolist() == [
        "[no → x +9] edit here",
        (
            "[u → You -1] [has → have +2] two good [idea → ideas +0.5] "
            "[and it → ∅ +0.25] [∅ → . +0.25]"
        ),
    ]
