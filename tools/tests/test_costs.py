import numpy as np
import pandas as pd
import pytest

from gec_attribution.edits.m2 import write_m2
from gec_attribution.edits.model import AnnotatedSentence, Edit
from gec_attribution.scores.functions import FunctionMetric
from tools.benchmarks.costs import WARM_UP, coalition_costs, scoring_costs


def test_coalitions_are_counted_by_data_set(tmp_path):
    corrected = AnnotatedSentence(
        "a b", {0: (Edit(0, 1, "x", "R:OTHER"), Edit(1, 2, "y", "R:OTHER"))}
    )
    unchanged = AnnotatedSentence("a b", {0: ()})
    write_m2(tmp_path / "m2", [corrected, unchanged])
    pd.DataFrame({"pair": range(5)}).to_parquet(tmp_path / "coalitions")
    pd.DataFrame({"pair": range(4)}).to_parquet(tmp_path / "pairs")
    files = ({"d": tmp_path / "coalitions"}, {"d": tmp_path / "pairs"})
    (row,) = coalition_costs({"d": [tmp_path / "m2"]}, *files, max_edits=1).to_dict("records")
    assert row == {
        "dataset": "d",
        "sentence_pairs": 2,
        "mean_edits": 1.0,
        "most_edits": 2,
        "above_max_edits": 1,
        "coalitions": 5,
        "coalitions_per_sentence_pair": 2.5,
        "distinct_pairs": 4,
    }


class Counting(FunctionMetric):
    """Notes how many sentences it scores."""

    def __init__(self):
        super().__init__(lambda sources, _hypotheses: np.zeros(len(sources)))
        self.scored = []

    def score(self, sources, hypotheses):
        self.scored.append(len(sources))
        return super().score(sources, hypotheses)


def test_scoring_is_measured_after_a_warm_up_and_shared_by_pairs(tmp_path):
    pd.DataFrame({"pair": range(8)}).to_parquet(tmp_path / "scores")
    metric = Counting()
    pairs = [("a", f"b {number}") for number in range(100)]
    table = scoring_costs("own", metric, pairs, 300, [tmp_path / "scores"])
    (row,) = table.to_dict("records")
    assert metric.scored == [WARM_UP, 100]
    assert (row["metric"], row["pairs"], row["planned"]) == ("own", 100, 300)
    assert row["cpu_seconds"] > 0
    assert row["milliseconds_per_pair"] == pytest.approx(10 * row["cpu_seconds"])
    assert row["peak_mb"] > 10
    assert row["bytes_per_pair"] == (tmp_path / "scores").stat().st_size / 8
