import pytest
from attributed import attributions, typed_sentence

from gec_attribution.experiments.bias.compute import between_metrics, bias
from gec_attribution.experiments.evaluation import Evaluation

TABLE = attributions(
    [
        typed_sentence("one", 0, [1, -3], "R:ORTH", "M:DET"),
        typed_sentence("two", 0, [2, 2], "R:DET", "R:VERB:SVA"),
        typed_sentence("two", 1, [0, 0], "U:DET", "R:ORTH"),
        typed_sentence("two", 2, [float("nan")], "U:DET"),
    ]
)


def test_the_mean_of_a_type_is_over_all_operations_and_systems():
    table = bias(Evaluation(resamples=50), TABLE, min_frequency=1).set_index("type")
    assert table.index.tolist() == ["DET", "ORTH", "VERB:SVA"]
    assert table["mean"].tolist() == pytest.approx(
        [(-0.75 + 0.5 + 0) / 3, 0.25 / 2, 0.5]
    )
    assert table["edits"].tolist() == [3, 2, 1]
    assert (table["missing"] == 1).all()
    assert table["sources"].tolist() == [2, 2, 1]


def test_where_no_type_is_frequent_metrics_differ_in_none():
    table = bias(Evaluation(resamples=50), TABLE, min_frequency=99)
    assert between_metrics(table).empty
