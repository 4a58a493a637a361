import numpy as np
import pandas as pd
from small_study import inputs_of

from gec_study.experiments.score_summary.compute import compute, score_summary
from gec_study.experiments.score_summary.table import tabulate


def test_undefined_cut_and_gated_pairs_are_counted():
    scores = pd.DataFrame(
        {
            "pair": range(4),
            "score": [0.5, 0.0, np.nan, 0.1],
            "truncated": [0.0, 1.0, 1.0, 0.0],
            "gate": [1.0, 0.0, 1.0, 1.0],
        }
    )
    scores.attrs["signature"] = {"model": "abc"}
    table = score_summary("essays", "impara", scores)
    (row,) = table.to_dict("records")
    assert (row["pairs"], row["undefined"], row["truncated"], row["gated"]) == (4, 1, 2, 1)
    assert np.isclose(row["mean"], 0.2)
    assert "model:abc" in row["signature"]
    (shown,) = tabulate(table).to_dict("records")
    assert (shown["Undefined"], shown["Cut"], shown["Gated"]) == (
        "1 (25.0%)",
        "2 (50.0%)",
        "1 (25.0%)",
    )


def test_a_metric_that_does_not_say_has_no_number():
    table = score_summary("essays", "length", pd.DataFrame({"pair": [0], "score": [-1.0]}))
    (shown,) = tabulate(table).to_dict("records")
    assert (shown["Undefined"], shown["Cut"], shown["Gated"]) == ("0 (0.0%)", "–", "–")


def test_every_pair_that_a_metric_scored_is_counted(study):
    (row,) = compute(inputs_of("score_summary", study)).to_dict("records")
    assert row["metric"] == "m"
    assert row["pairs"] == len(pd.read_parquet(study["scores"][0]))
    assert row["signature"].startswith("metric:m|model:abc|")
