import itertools

import numpy as np
from figure_checks import SIX_METRICS, legend_texts, table_of, whiskers

from gec_attribution.experiments.agreement import figure as agreement


def test_agreement_colours_metrics_and_dashes_methods():
    table = table_of("agreement")
    figure = agreement.plot(table)
    titles = [panel.get_title().split("\n")[0] for panel in figure.axes]
    assert titles == [
        f"{dataset}, {name}"
        for dataset in ("CoNLL-2014", "JFLEG")
        for name in ("reference that agrees best", "reference of best $F_{0.5}$")
    ]
    names = ["SOME", "IMPARA", "PPL", "Shapley", "Add", "Sub", "Every edit called right"]
    assert legend_texts(figure) == names
    for panel, (dataset, protocol) in zip(
        figure.axes,
        itertools.product(("CoNLL-2014", "JFLEG"), ("best-agreeing", "best-f0.5")),
        strict=True,
    ):
        rows = table[(table["dataset"] == dataset) & (table["protocol"] == protocol)]
        keys = itertools.product(("SOME", "IMPARA", "PPL"), ("Shapley", "Add", "Sub"))
        *curves, constant = panel.lines
        np.testing.assert_allclose(constant.get_ydata(), 10 * [0.69])
        for line, (metric, method) in zip(curves, keys, strict=True):
            expected = rows[(rows["metric"] == metric) & (rows["method"] == method)]
            np.testing.assert_allclose(line.get_ydata(), expected["agreement"])
            # Standing apart never moves a point nearer to another threshold.
            np.testing.assert_allclose(line.get_xdata(), expected["threshold"], atol=0.0499)
        by_metric = [{line.get_color() for line in panel.lines[i : i + 3]} for i in (0, 3, 6)]
        assert all(len(colours) == 1 for colours in by_metric)
        assert len(set.union(*by_metric)) == 3
        assert len({str(line._unscaled_dash_pattern) for line in panel.lines[:3]}) == 3
        ends = sorted((low, high) for _, low, high in whiskers(panel))
        expected = sorted(rows[["low", "high"]].itertuples(index=False, name=None))
        np.testing.assert_allclose(ends, expected)


def test_agreement_leaves_a_gap_where_no_edit_is_below_the_threshold():
    table = table_of("agreement", datasets=("JFLEG",), protocols=("best-agreeing",))
    columns = ["agreement", "low", "high", "constant"]
    table.loc[table["threshold"] == 0.1, columns] = np.nan
    [panel] = agreement.plot(table).axes
    *curves, constant = panel.lines
    assert all(len(line.get_xdata()) == 9 for line in curves)
    assert min(line.get_xdata()[0] for line in curves) > 0.15
    assert np.isnan(constant.get_ydata()[0])


def test_agreement_puts_at_most_three_metrics_into_a_panel():
    figure = agreement.plot(table_of("agreement", datasets=("JFLEG",), metrics=SIX_METRICS))
    curves = [panel.lines[:-1] for panel in figure.axes]
    assert [len({line.get_color() for line in lines}) for lines in curves] == 4 * [3]
    shown = [line.get_color() for line in [*curves[0], *curves[2]]]
    assert len(set(shown)) == 6


def test_a_title_counts_sampled_attributions():
    table = table_of("agreement", datasets=("JFLEG",), methods=("Shapley", "Add"))
    assert not any("sampled" in panel.get_title() for panel in agreement.plot(table).axes)
    table["sampled_edits"] = table["method"].map({"Shapley": 79, "Add": 0})
    assert "79 edits sampled" in agreement.plot(table).axes[0].get_title()
