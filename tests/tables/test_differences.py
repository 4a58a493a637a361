import pandas as pd

from gec_attribution.tables.differences import tabulate


def differences(*pairs):
    """Rows of pairs: metric and method, the other metric and the other method."""
    names = ["metric", "method", "other_metric", "other_method"]
    numbers = {
        "difference": 0.03,
        "low": 0.01,
        "high": 0.05,
        "p": 0.0002,
        "p_holm": 0.0024,
    }
    table = pd.DataFrame(pairs, columns=names).assign(
        dataset="d", measure="pearson", **numbers
    )
    return table.assign(sources=480, signature="a", other_signature="b")


def test_methods_are_compared_under_a_metric_and_metrics_under_a_method():
    shown = tabulate(differences(("SOME", "A", "SOME", "B"), ("SOME", "A", "PPL", "A")))
    compared = shown[["Of", "Comparison", "Measure"]].to_numpy().tolist()
    assert compared == [["SOME", "A − B", "Pearson"], ["A", "SOME − PPL", "Pearson"]]
    assert set(shown.index) == {"a − b"}
    # Scores that no method divides are compared under none.
    alone = tabulate(differences(("SOME", "", "PPL", "")))
    assert alone.columns[:2].tolist() == ["Dataset", "Comparison"]
