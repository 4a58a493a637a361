import itertools

import numpy as np
from figure_checks import legend_texts, table_of, tick_labels
from matplotlib.container import BarContainer

from gec_attribution.experiments.consistency import figure as consistency


def test_consistency_has_a_row_a_data_set_and_a_column_a_metric():
    table = table_of("consistency")
    figure = consistency.plot(table)
    assert [panel.get_title() for panel in figure.axes] == 2 * [
        "SOME (480 sentences)",
        "IMPARA (487 sentences)",
        "PPL (494 sentences)",
    ]
    assert [panel.get_ylabel() for panel in figure.axes] == ["CoNLL-2014", "", "", "JFLEG", "", ""]
    assert legend_texts(figure) == ["Shapley", "Add", "Sub"]
    keys = itertools.product(("CoNLL-2014", "JFLEG"), ("SOME", "IMPARA", "PPL"))
    for panel, (dataset, metric) in zip(figure.axes, keys, strict=True):
        rows = table[(table["dataset"] == dataset) & (table["metric"] == metric)]
        heights = [
            bar.get_height()
            for container in panel.containers
            if isinstance(container, BarContainer)
            for bar in container
        ]
        rows = rows[rows["measure"].isin(consistency.MEASURES)]
        # One method after the other, each with its three measures: the order of the table.
        np.testing.assert_allclose(heights, rows["value"])
        *intervals, _zero = [line.get_ydata() for line in panel.lines]
        np.testing.assert_allclose(intervals, rows[["low", "high"]])
        assert len({bar.get_hatch() for bar in panel.patches}) == 3
        assert tick_labels(panel.xaxis) == list(consistency.MEASURES.values())
