import pandas as pd

from tools.benchmarks.tables import coalition_costs, precision_errors, scale, scoring_costs


def test_data_sets_are_added_up_in_a_last_row():
    table = pd.DataFrame(
        {
            "dataset": ["a", "b"],
            "sentence_pairs": [1000, 3000],
            "mean_edits": [1.0, 2.0],
            "most_edits": [4, 12],
            "above_max_edits": [0, 7],
            "coalitions": [2500, 30000],
            "coalitions_per_sentence_pair": [2.5, 10.0],
            "distinct_pairs": [2000, 20000],
        }
    )
    shown = coalition_costs.tabulate(table)
    together = shown.iloc[-1]
    assert shown["Dataset"].tolist() == ["a", "b", "together"]
    assert together["Mean N"] == "1.75"  # (1000 · 1 + 3000 · 2) / 4000
    assert together["Largest N"] == "12"
    assert together["Per sentence pair"] == "8.1"  # 32,500 / 4,000
    assert together["Distinct pairs"] == "22,000"
    assert len(coalition_costs.tabulate(table[:1])) == 1


def test_hours_are_those_of_a_million_pairs():
    table = pd.DataFrame(
        {
            "metric": ["SOME"],
            "pairs": [1000],
            "planned": [2000],
            "cpu_seconds": [18.0],
            "peak_mb": [900.4],
            "milliseconds_per_pair": [18.0],
            "bytes_per_pair": [33.25],
        }
    )
    (row,) = scoring_costs.tabulate(table).to_dict("records")
    assert row["Core hours for a million pairs"] == "5.0"  # 18 ms · 10^6 / 3,600,000
    assert row["Processor seconds"] == "18"
    assert (row["Distinct pairs"], row["Scored"]) == ("2,000", "1,000")


def test_stages_stand_in_their_order_and_sizes_ascend():
    table = pd.DataFrame(
        {
            "stage": ["plan_coalitions", "score_pairs"] * 2,
            "sentence_pairs": [100, 100, 20, 20],
            "pairs": [150, 150, 30, 30],
            "cpu_seconds": [1.0, 2.0, 0.5, 1.0],
            "peak_mb": [10.0] * 4,
            "files": [2] * 4,
            "bytes": [1_500_000] * 4,
        }
    )
    shown = scale.tabulate(table)
    assert shown["Rule"].tolist() == ["plan_coalitions"] * 2 + ["score_pairs"] * 2
    assert shown["Sentence pairs"].tolist() == ["20", "100"] * 2
    assert shown["MB"].tolist() == ["1.5"] * 4


def test_only_what_differs_from_float32_is_shown():
    table = pd.DataFrame(
        {
            "metric": ["SOME", "SOME", "PPL", "PPL"],
            "dtype": ["float32", "bfloat16"] * 2,
            "edits": 1200,
            "speed": [1.0, 2.25, 1.0, 1.5],
            "base_size_speed": [1.0, 3.2, 1.0, None],
            "score_error": [0.0, 3.9e-4] * 2,
            "phi_error": [0.0, 0.0116] * 2,
            "flipped": [0.0, 0.0091] * 2,
            "clear_flipped": [0.0, 0.0] * 2,
            "clear_above": 0.05,
        }
    )
    shown = precision_errors.tabulate(table)
    assert shown["Metric"].tolist() == ["SOME", "PPL"]
    assert shown["Edits"].tolist() == ["1,200"] * 2
    assert shown["Speed, usual size"].tolist() == ["3.2 ×", "–"]
    assert shown["Signs flipped"].tolist() == ["0.91%"] * 2
    assert "over 0.05" in precision_errors.caption(table)
