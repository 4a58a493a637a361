import itertools

import pandas as pd

from gec_attribution.tables.differences import tabulate


def differences(metrics, methods):
    first_method, *other_methods = methods
    rows = [(metric, first_method, metric, other) for metric in metrics for other in other_methods]
    rows += [
        (one, first_method, other, first_method)
        for one, other in itertools.combinations(metrics, 2)
    ]
    keys = [("d", *row) for row in rows]
    names = ["dataset", "metric", "method", "other_metric", "other_method"]
    table = pd.DataFrame(keys, columns=names).assign(measure="pearson", difference=0.03)
    table = table.assign(low=0.01, high=0.05, p=0.0002, p_holm=0.0024, sources=480, note="")
    signature = "metric:" + table["metric"] + "|seed:0|v:0.1.0"
    return table.assign(signature=signature, other_signature="metric:other|seed:0|v:0.1.0")


def test_methods_are_compared_under_a_metric_and_metrics_under_a_method():
    rows = differences(("SOME", "PPL"), ("A", "B"))
    shown = tabulate(rows)
    assert shown[["Of", "Comparison"]].to_numpy().tolist() == [
        ["SOME", "A − B"],
        ["PPL", "A − B"],
        ["A", "SOME − PPL"],
    ]
    assert set(shown["Measure"]) == {"Pearson"}
    # Scores that no method divides are compared under none.
    alone = tabulate(differences(("SOME", "PPL"), ("",)))
    assert alone.columns[:2].tolist() == ["Dataset", "Comparison"]


def test_of_thresholds_only_the_largest_is_shown():
    rows = differences(("SOME",), ("A", "B"))
    rows = rows.drop(columns="measure").assign(protocol="best-f0.5")
    low, high = rows.assign(threshold=0.5), rows.assign(threshold=1.0, difference=0.25)
    for table in (low.merge(high, "outer"), high.merge(low, "outer")):
        shown = tabulate(table)
        assert shown["Protocol"].tolist() == ["best-f0.5"]
        assert shown["Difference"].tolist() == ["+0.250 [+0.010, +0.050]"]
