import itertools

import numpy as np
from figure_checks import legend_texts, table_of, whiskers

from gec_attribution.experiments.agreement import figure as agreement


def test_agreement_colours_metrics_and_dashes_methods():
    table = table_of("agreement")
    figure = agreement.plot(table)
    titles = [panel.get_title().split("\n")[:2] for panel in figure.axes]
    assert titles == [
        [f"{dataset}, {metric}", name]
        for dataset in ("CoNLL-2014", "JFLEG")
        for name in ("reference that agrees best", "reference of best $F_{0.5}$")
        for metric in ("SOME", "IMPARA", "PPL")
    ]
    names = ["SOME", "IMPARA", "PPL", "Shapley", "Add", "Sub", "Every edit called right"]
    assert legend_texts(figure) == names
    keys = itertools.product(
        ("CoNLL-2014", "JFLEG"), ("best-agreeing", "best-f0.5"), ("SOME", "IMPARA", "PPL")
    )
    colours = []
    for panel, key in zip(figure.axes, keys, strict=True):
        rows = table[(table[["dataset", "protocol", "metric"]] == list(key)).all(axis=1)]
        *curves, constant = panel.lines
        np.testing.assert_allclose(constant.get_ydata(), 10 * [0.69])
        for line, method in zip(curves, ("Shapley", "Add", "Sub"), strict=True):
            expected = rows[rows["method"] == method]
            np.testing.assert_allclose(line.get_ydata(), expected["agreement"])
            # Standing apart never moves a point nearer to another threshold.
            np.testing.assert_allclose(line.get_xdata(), expected["threshold"], atol=0.0499)
        colours.append({line.get_color() for line in curves})
        assert len(colours[-1]) == 1
        assert len({str(line._unscaled_dash_pattern) for line in curves}) == 3
        ends = sorted((low, high) for _, low, high in whiskers(panel))
        expected = sorted(rows[["low", "high"]].itertuples(index=False, name=None))
        np.testing.assert_allclose(ends, expected)
    assert colours == 4 * colours[:3]
    assert len(set.union(*colours)) == 3
