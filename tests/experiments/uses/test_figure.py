"""The figure of wrong edits found."""

import pandas as pd

from gec_attribution.experiments.uses.figure import plot


def test_each_metric_has_a_panel_with_the_orders_that_read_none():
    rows = [
        (metric, order, reviewed, reviewed)
        for metric, order in [("", "random"), ("a", "phi"), ("b", "phi")]
        for reviewed in (0.1, 0.5)
    ]
    table = pd.DataFrame(rows, columns=["metric", "order", "reviewed", "value"])
    table = table.assign(dataset="d", wrong=7, low=0.0, high=1.0)
    figure = plot(table)
    assert [axes.get_title() for axes in figure.axes] == [
        "d, a\n(7 wrong edits)",
        "d, b\n(7 wrong edits)",
    ]
    assert [len(axes.lines) for axes in figure.axes] == [2, 2]
