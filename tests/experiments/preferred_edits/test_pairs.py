"""Pairs of ranked corrections, by hand."""

import pytest
from small_study import replacing

from gec_attribution.corpora.rankings import Ranking, name_in_study, read_rankings
from gec_attribution.errors import InputError
from gec_attribution.experiments.preferred_edits.pairs import minimal_pairs

A, B, C = replacing(0), replacing(1), replacing(3)
SOURCE = "a b c d"


def games(**edits_by_system):
    return {name: [(SOURCE, edits)] for name, edits in edits_by_system.items()}


FOUR = games(one=(A, B), two=(A,), three=(A, B), four=(B,), five=(), person=(A, B, C))


def pairs_of(*ranks, systems=FOUR, rewrites=("person",)):
    rankings = {"whole": [Ranking(1, ranks_of_one) for ranks_of_one in ranks]}
    return minimal_pairs(systems, rankings, rewrites)


def test_a_pair_differs_by_one_edit_and_each_ranking_is_a_vote():
    pairs = pairs_of(
        {"One": 1, "two": 2, "four": 1}, {"one": 2, "two": 1}, {"two": 3, "one": 1}
    )
    assert [(pair.edits, pair.edit, pair.votes["whole"]) for pair in pairs] == [
        ((A, B), B, [1, -1, 1]),
        ((A, B), A, [0]),
    ]
    assert [pair.verdict("whole") for pair in pairs] == [1, 0]
    assert [pair.verdict("by edits") for pair in pairs] == [0, 0]


def test_agreement_is_that_of_the_systems_but_the_two_compared():
    # B is compared in one (or three) against two; others are the second of the former, four, five.
    by_edit = {
        pair.edit: pair.agreement for pair in pairs_of({"one": 1, "two": 2, "four": 3})
    }
    assert by_edit == {B: 2 / 3, A: 2 / 3}
    (alone,) = pairs_of({"one": 1, "two": 2}, systems=games(one=(A, B), two=(A,)))
    assert alone.agreement == 0.5


def test_people_have_no_vote_and_their_pairs_are_marked():
    (pair,) = pairs_of({"one": 2, "person": 1})
    assert (pair.edit, pair.needs_rewrite, pair.verdict("whole")) == (C, True, 1)
    # Of five systems, one is compared, and none of the other four has the person's edit.
    assert pair.agreement == 0
    (made_by_a_system,) = pairs_of({"one": 2, "person": 1}, rewrites=())
    assert not made_by_a_system.needs_rewrite


def test_the_source_is_a_correction_without_edits_that_needs_nobody():
    (pair,) = pairs_of({"INPUT": 1, "two": 2})
    assert (pair.edits, pair.needs_rewrite, pair.verdict("whole")) == ((A,), False, -1)
    # Two and five are compared; of the other three systems two have the edit.
    assert pair.agreement == pytest.approx(2 / 3)


@pytest.mark.parametrize(
    ("ranking", "named"),
    [(Ranking(1, {"One": 1, "fvie": 2}), "fvie"), (Ranking(2, {"one": 1}), "line 2")],
)
def test_rankings_of_something_else_are_refused(ranking, named):
    with pytest.raises(InputError, match=f"rankings whole: .*{named}"):
        minimal_pairs(FOUR, {"whole": [ranking]}, ())


def test_rankings_may_be_a_table(tmp_path):
    path = tmp_path / "rankings.tsv"
    rows = [
        "line\tranking\tsystem\trank",
        "3\tann\tone\t1",
        "3\tann\tGPT-3.5\t2",
        "3\tben\tone\t1",
    ]
    path.write_text("\n".join(rows))
    assert read_rankings(path) == [
        Ranking(3, {"one": 1, "GPT-3.5": 2}),
        Ranking(3, {"one": 1}),
    ]
    assert name_in_study("GPT-3.5") == "gpt-3-5"
    path.write_text("\n".join(rows).replace("3\tben\tone\t1", "3\tben\tone\tfirst"))
    with pytest.raises(InputError, match=r"rankings.tsv:4: .*found '3' and 'first'"):
        read_rankings(path)
    path.write_text("line\tsystem\n")
    with pytest.raises(InputError, match="found line, system"):
        read_rankings(path)
