import numpy as np
import pytest
from attributed import attributions, edit
from numpy.testing import assert_allclose

from gec_attribution.experiments.agreement.compute import agreement
from gec_attribution.experiments.evaluation import Evaluation

NAN = float("nan")


def evaluate(tables, references):
    table = agreement(Evaluation(resamples=50), tables, references)
    return table.set_index(["method", "protocol", "threshold"])


def of_all_edits(tables, references):
    """The rows of the threshold that no attribution exceeds."""
    return evaluate(tables, references).xs(1.0, level="threshold")


def test_the_constant_is_the_share_of_right_edits_by_the_same_protocol():
    # One reference has an edit, the other has two; a threshold keeps the small attributions.
    references = [[[edit(0)], [edit(1), edit(2)]]]
    table = evaluate([attributions([("one", 1, [1, 4, -5])])], references)
    assert table["constant"]["shapley", "best-agreeing", 1.0] == pytest.approx(2 / 3)
    assert table["constant"]["shapley", "best-f0.5", 1.0] == pytest.approx(2 / 3)
    assert table["constant"]["shapley", "best-agreeing", 0.1] == 0
    assert np.isnan(
        evaluate([attributions([("one", 1, [0, 5])])], [[[]]])["constant"].iloc[0]
    )


def test_larger_attributions_agree_more_among_sentences_of_as_many_edits():
    # The reference has the edit at place 0 alone. In sentences of two edits the larger one agrees,
    # in those of three the smaller ones do, whose shares are below those of two.
    tables = [attributions([("one", 1, [3, 2]), ("one", 2, [-4, -1, -1])])]
    table = of_all_edits(tables, [[[edit(0)]], [[edit(0)]]])
    assert table["larger"].tolist() == [1 / 3] * 2


def test_each_method_may_choose_the_reference_that_agrees_most():
    references = [[[edit(0)], [edit(1)]]]
    tables = [
        attributions([("one", 1, [1, -1])], method="first"),
        attributions([("one", 1, [-1, 1])], method="second"),
    ]
    assert of_all_edits(tables, references)["agreement"].to_dict() == {
        ("first", "best-agreeing"): 1,
        ("first", "best-f0.5"): 1,
        ("second", "best-agreeing"): 1,
        # Both references have one of the two edits; the first one is taken for all methods.
        ("second", "best-f0.5"): 0,
    }


def test_a_threshold_keeps_the_edits_up_to_it():
    table = evaluate([attributions([("one", 1, [1, 2, -7])])], [[[edit(0), edit(2)]]])
    curve = table.loc["shapley", "best-agreeing"]
    assert curve["edits"].tolist() == [1, 2, 2, 2, 2, 2, 3, 3, 3, 3]
    assert_allclose(curve["agreement"], [1] + [1 / 2] * 5 + [1 / 3] * 4)
    alone = evaluate([attributions([("one", 1, [0, 5])])], [[[]]])
    assert alone.loc["shapley", "best-agreeing"]["edits"].tolist() == [0] * 9 + [1]
    assert np.isnan(alone.loc["shapley", "best-agreeing"]["agreement"].iloc[0])


def test_where_no_sentence_has_two_edits_there_are_rows_without_numbers():
    table = of_all_edits(
        [attributions([("one", 1, [1]), ("one", 2, [-2])])], [[[edit(0)]]] * 2
    )
    assert table[["sentences", "edits"]].to_numpy().tolist() == [[0, 0]] * 2
    assert table["agreement"].isna().all()


def test_methods_are_compared_on_the_sentences_that_all_of_them_attribute():
    phis = {"a": [[1, 1], [1, 1], [1, 1], [1]], "b": [[1, 1], [0, 0], [NAN, NAN], [1]]}
    tables = [
        attributions(
            [("one", line, phi) for line, phi in enumerate(lines, start=1)], method=name
        )
        for name, lines in phis.items()
    ]
    table = of_all_edits(tables, [[[edit(0)]]] * 4)
    assert (
        table[["sentences", "missing", "edits"]].to_numpy().tolist() == [[1, 2, 2]] * 4
    )
