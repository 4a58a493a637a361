import pandas as pd

from gec_attribution.experiments.interactions import table as interactions


def test_interactions_of_all_pairs_and_by_types():
    measured = {"mean": 0.4, "relative": 0.5, "negative": 0.25, "left_out": 0.125}
    rows = [("all", "all", measure, value, 2000) for measure, value in measured.items()]
    rows += [("types", "DET + NOUN", "mean", 0.2, 90), ("distance", "1", "mean", 0.3, 700)]
    table = pd.DataFrame(rows, columns=["by", "group", "measure", "value", "items"])
    bounds = {"low": table["value"] - 0.1, "high": table["value"] + 0.1, "sources": 300}
    table = table.assign(dataset="JFLEG", metric="SOME", signature="s", **bounds)
    shown = interactions.tabulate(table).set_index(["Dataset", "Metric", "Pairs of"])
    cells = ["2,000", "0.400 [0.300, 0.500]", "50.0 [40.0, 60.0]", "25.0 [15.0, 35.0]"]
    assert shown.loc["JFLEG", "SOME", "all"].tolist() == [*cells, "12.5 [2.5, 22.5]"]
    cells = ["90", "0.200 [0.100, 0.300]", "", "", ""]
    assert shown.loc["JFLEG", "SOME", "DET + NOUN"].tolist() == cells
