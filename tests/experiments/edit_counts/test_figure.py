import numpy as np
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
