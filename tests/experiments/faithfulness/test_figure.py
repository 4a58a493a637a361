"""The figure of curves: what its panels say."""

import pandas as pd

from gec_attribution.experiments.faithfulness.curves_figure import plot


def test_a_panel_that_measures_otherwise_than_the_one_before_says_so():
    panels = [("en", curve, metric) for curve in ("metric", "f0.5") for metric in ("a", "b")]
    panels += [("zh", curve, "c") for curve in ("metric", "f0.5")]
    rows = [
        (*panel, method, share, share, share, share, 12)
        for panel in panels
        for method in ("shapley", "random", "best")
        for share in (0.0, 0.5, 1.0)
    ]
    columns = ["dataset", "curve", "metric", "method", "share", "value", "low", "high"]
    figure = plot(pd.DataFrame(rows, columns=[*columns, "sentences"]))
    shown = [(axes.get_title().split("\n")[0], axes.get_ylabel()) for axes in figure.axes]
    # Three metrics give three panels a row.
    assert shown == [
        ("en, a", "Gain in score"),
        ("en, b", ""),
        ("en, a", "Gain in F0.5"),
        ("en, b", "Gain in F0.5"),
        ("zh, c", "Gain in score"),
        ("zh, c", "Gain in F0.5"),
    ]
