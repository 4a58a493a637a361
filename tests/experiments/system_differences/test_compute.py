import pytest
from attributed import attributions, typed_sentence

from gec_attribution.experiments.evaluation import Evaluation
from gec_attribution.experiments.system_differences.compute import system_differences

TABLE = attributions(
    [
        typed_sentence("one", 1, [1, -3], "R:ORTH", "M:DET"),
        typed_sentence("two", 1, [2, 2], "R:ORTH", "R:VERB:SVA"),
        typed_sentence("two", 2, [4], "U:DET"),
        typed_sentence("two", 3, [float("nan")], "U:DET"),
    ]
)


def test_sums_are_of_each_type_and_means_of_all_sentences():
    systems = ["one", "two", "none"]
    table = system_differences(Evaluation(resamples=50), TABLE, systems, 5)
    two = table[table["other_system"] == "two"].set_index("group")
    assert two.index.tolist() == ["all", "DET", "ORTH", "VERB:SVA"]
    assert two["phi"].tolist() == [-2, -3, 1, 0]
    assert two["other_phi"].tolist() == [8, 4, 2, 2]
    # The third sentence has no number in one system: four sentences are left.
    assert two["difference"].tolist() == pytest.approx(
        [-10 / 4, -7 / 4, -1 / 4, -2 / 4]
    )
    assert set(two["left_out"]) == {1}
    # They make the first edit of the first sentence both, and its second one, too, of two types.
    assert two["only"].tolist() == [0, 0, 0, 0]
    assert two["other_only_phi"].tolist() == [4, 4, 0, 0]
    nothing = table[table["other_system"] == "none"].iloc[0]
    assert (nothing["edits"], nothing["other_edits"], nothing["difference"]) == (
        2,
        0,
        -2 / 5,
    )
