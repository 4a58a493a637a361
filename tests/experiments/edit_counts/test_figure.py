import numpy as np
import pandas as pd
import synthetic_tables
from figure_checks import legend_texts, table_of

from gec_attribution.experiments.edit_counts import figure as cumulative_edits
from gec_attribution.figures import style


def test_cumulative_edits_draws_each_curve_its_band_and_the_limit():
    table = table_of("edit_counts")
    figure = cumulative_edits.plot(table, 10)
    assert legend_texts(figure) == [*synthetic_tables.SYSTEMS, "10 edits"]
    for panel, dataset in zip(figure.axes, ("CoNLL-2014", "JFLEG"), strict=True):
        assert panel.get_title() == (f"{dataset} (754 sentences)\n25 with 13–24 edits not shown")
        assert panel.get_xlim() == (-0.5, 12.5)
        *curves, limit = panel.lines
        assert list(limit.get_xdata()) == [10, 10]
        assert limit.get_color() == style.LIMIT_COLOUR
        rows = table[table["dataset"] == dataset]
        for (_, expected), curve, band in zip(
            rows.groupby("system", sort=False), curves, panel.collections, strict=True
        ):
            np.testing.assert_allclose(curve.get_ydata(), expected["ratio"])
            np.testing.assert_allclose(curve.get_xdata(), expected["edits"])
            edges = band.get_paths()[0].vertices
            at_zero = edges[edges[:, 0] == 0, 1]
            assert {at_zero.min(), at_zero.max()} == set(expected.iloc[0][["low", "high"]])
        assert panel.get_xlabel() == "Number of edits"
        assert panel.get_ylim()[0] == 0
    assert figure.axes[0].get_ylabel() == "Cumulative share of sentences"


def test_cumulative_edits_of_fifteen_systems_are_in_three_panels():
    systems = [f"System {number}" for number in range(15)]
    figure = cumulative_edits.plot(table_of("edit_counts", systems=systems), 10)
    assert legend_texts(figure) == ["10 edits"]
    assert len(figure.axes) == 6  # two data sets
    for panel, start in zip(figure.axes, (0, 5, 10) * 2, strict=True):
        shown = systems[start : start + 5]
        assert [text.get_text() for text in panel.get_legend().get_texts()] == shown
        context, own = panel.lines[:10], panel.lines[10:15]
        assert {line.get_color() for line in context} == {style.CONTEXT_COLOUR}
        assert len({line.get_color() for line in own}) == 5
        assert len({line.get_marker() for line in own}) == 5


def test_one_long_correction_does_not_stretch_cumulative_edits():
    table = table_of("edit_counts", datasets=("JFLEG",), systems=("A", "B"))
    table = table[table["edits"] <= 8]
    table.loc[table["edits"] == 8, ["ratio", "low", "high"]] = 0.995
    [panel] = cumulative_edits.plot(table, 10).axes
    assert "not shown" not in panel.get_title()
    assert panel.get_xlim() == (-0.5, 10.5)  # the limit is always shown
    longest = table.tail(1).assign(edits=61, sentences=1, ratio=1.0, low=1.0, high=1.0)
    [panel] = cumulative_edits.plot(pd.concat([table, longest]), 10).axes
    assert panel.get_title().endswith("\n1 with 13–61 edits not shown")
    assert panel.get_xlim() == (-0.5, 12.5)


def test_the_legend_of_a_panel_does_not_cut_the_line_of_the_limit():
    tables = [
        table_of("edit_counts", datasets=("CoNLL-2014",)),
        table_of("edit_counts", datasets=("JFLEG",), systems=("A", "B")),
    ]
    figure = cumulative_edits.plot(pd.concat(tables), 10)
    figure.canvas.draw()
    for panel in figure.axes:
        box = panel.get_legend().get_window_extent()
        assert box.y1 < panel.get_window_extent().y0
        assert not box.overlaps(panel.xaxis.label.get_window_extent())


def test_the_axis_tells_97_from_99_percent():
    figure = cumulative_edits.plot(table_of("edit_counts", datasets=("JFLEG",)), 10)
    (panel,) = figure.axes
    assert {0.97, 0.99, 1} < set(panel.get_yticks())
    places = panel.transData.transform([(0, share) for share in (0, 0.5, 0.97, 0.99, 1)])[:, 1]
    bottom, half, most, almost, whole = (places - places[0]) / (places[-1] - places[0])
    assert bottom < half < 0.2
    assert almost - most > 0.1
    assert whole - almost > 0.1
