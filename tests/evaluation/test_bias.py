import pytest
from attributed import attributions

from gec_attribution.evaluation.bias import bias


def sentence(system, line, phi, *types):
    return system, line, phi, [(k, k + 1, "x", kind) for k, kind in enumerate(types)]


TABLE = attributions(
    [
        sentence("one", 0, [1, -3], "R:ORTH", "M:DET"),
        sentence("two", 0, [2, 2], "R:DET", "R:VERB:SVA"),
        sentence("two", 1, [0, 0], "U:DET", "R:ORTH"),
        sentence("two", 2, [float("nan")], "U:DET"),
    ]
)


def test_the_mean_of_a_type_is_over_all_operations_and_systems():
    table = bias(TABLE, min_frequency=1, resamples=50).set_index("type")
    assert table.index.tolist() == ["DET", "ORTH", "VERB:SVA"]
    assert table["mean"].tolist() == pytest.approx([(-0.75 + 0.5 + 0) / 3, 0.25 / 2, 0.5])
    assert table["edits"].tolist() == [3, 2, 1]
    assert (table["missing"] == 1).all()
    defined = table.drop(index="VERB:SVA")
    assert (defined["low"] <= defined["mean"]).all()
    assert (defined["mean"] <= defined["high"]).all()


@pytest.mark.parametrize(("least", "types"), [(2, ["DET", "ORTH"]), (3, ["DET"]), (4, [])])
def test_rare_types_are_left_out(least, types):
    assert bias(TABLE, min_frequency=least, resamples=50)["type"].tolist() == types
