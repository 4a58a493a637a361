from figure_checks import table_of

from gec_attribution.experiments.differences.table import tabulate


def test_methods_are_compared_under_a_metric_and_metrics_under_a_method():
    rows = table_of("differences", datasets=("d",), metrics=("SOME", "PPL"), methods=("A", "B"))
    shown = tabulate(rows)
    assert shown[["Of", "Comparison"]].to_numpy().tolist() == [
        ["SOME", "A − B"],
        ["PPL", "A − B"],
        ["A", "SOME − PPL"],
    ]
    assert set(shown["Measure"]) == {"Pearson"}


def test_of_thresholds_only_the_largest_is_shown():
    rows = table_of("differences", datasets=("d",), metrics=("SOME",), methods=("A", "B"))
    rows = rows.drop(columns="measure").assign(protocol="best-f0.5")
    low, high = rows.assign(threshold=0.5), rows.assign(threshold=1.0, difference=0.25)
    for table in (low.merge(high, "outer"), high.merge(low, "outer")):
        shown = tabulate(table)
        assert shown["Protocol"].tolist() == ["best-f0.5"]
        assert shown["Difference"].tolist() == ["+0.250 [+0.010, +0.050]"]
