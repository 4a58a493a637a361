import pandas as pd
from experiments.interactions import synthetic
from table_checks import rows_of_markdown, written

from gec_attribution.experiments.interactions import strongest_table as strongest_interactions
from gec_attribution.experiments.interactions import table as interactions


def test_interactions_of_all_pairs_and_by_types():
    table = synthetic.interactions(datasets=("JFLEG",), metrics=("SOME",))
    shown = interactions.tabulate(table)
    assert shown.columns.tolist() == [
        *("Dataset", "Metric", "Pairs of", "Pairs"),
        *("Mean |I|", "Relative, %", "Negative, %", "Left out, %"),
    ]
    assert shown["Pairs of"].tolist() == ["all", "DET + NOUN", "PUNCT + SPELL"]
    assert shown.iloc[0].tolist() == [
        *("JFLEG", "SOME", "all", "2,000", "0.400 [0.320, 0.480]"),
        *("40.0 [32.0, 48.0]", "40.0 [32.0, 48.0]", "12.5 [10.0, 15.0]"),
    ]
    assert shown.iloc[1, -1] == ""
    assert shown.index.tolist() == table["signature"].tolist()[:3]


def test_interactions_of_no_pairs():
    table = synthetic.interactions(datasets=("JFLEG",), metrics=("SOME",))
    table = table[table["by"] == "all"].assign(value=float("nan"), low=float("nan"), items=0)
    [cells] = interactions.tabulate(table.assign(sources=0, signature="")).to_numpy().tolist()
    assert cells == ["JFLEG", "SOME", "all", "0", "–", "–", "–", "–"]


def test_the_strongest_pairs(tmp_path):
    table = pd.DataFrame(
        {
            "dataset": ["JFLEG"],
            "metric": "SOME",
            "system": "T5",
            "line": 3,
            "one": "go → goes",
            "other": "∅ → the",
            "type": "R:VERB:SVA + M:DET",
            "distance": 0,
            "n_edits": 4,
            "phi_one": 0.25,
            "phi_other": -0.03125,
            "shapley": -0.125,
            "taylor": -0.5,
            "signature": "v:1",
        }
    )
    shown = strongest_interactions.tabulate(table)
    _, row = rows_of_markdown(written(tmp_path, shown)["md"])
    assert row == [
        *("JFLEG", "SOME", "T5", "3", "go → goes", "∅ → the", "R:VERB:SVA + M:DET", "0"),
        *("+0.250", "−0.031", "−0.125", "−0.500", "1"),
    ]
