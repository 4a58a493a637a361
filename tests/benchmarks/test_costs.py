import pandas as pd
import pytest

from gec_attribution.benchmarks.costs import coalition_costs, scoring_costs
from gec_attribution.edits.m2 import write_m2
from gec_attribution.edits.model import AnnotatedSentence, Edit


def test_coalitions_are_counted_by_data_set(tmp_path):
    one = AnnotatedSentence("a b", {0: (Edit(0, 1, "x", "R:OTHER"), Edit(1, 2, "y", "R:OTHER"))})
    none = AnnotatedSentence("a b", {0: ()})
    write_m2(tmp_path / "m2", [one, none])
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


def test_scoring_is_summed_over_jobs_and_shared_by_pairs(tmp_path):
    for shard, seconds in enumerate((3.0, 1.0)):
        job = pd.DataFrame({"cpu_time": [seconds], "max_rss": [100.0 * (shard + 1)]})
        job.to_csv(tmp_path / f"{shard}.tsv", sep="\t", index=False)
    pd.DataFrame({"pair": range(8)}).to_parquet(tmp_path / "pairs")
    (tmp_path / "scores").write_bytes(bytes(80))
    jobs = {"some": [tmp_path / "0.tsv", tmp_path / "1.tsv"]}
    (row,) = scoring_costs(jobs, [tmp_path / "pairs"], {"some": [tmp_path / "scores"]}).to_dict(
        "records"
    )
    assert row["cpu_seconds"] == 4
    assert row["peak_mb"] == 200
    assert row["milliseconds_per_pair"] == pytest.approx(500)
    assert row["bytes_per_pair"] == 10
