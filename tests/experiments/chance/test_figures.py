"""Figures of a study with one metric and one truth have room for what they say."""

import warnings

import pytest
from experiments.chance import synthetic
from figure_checks import drawn

from gec_study.experiments.chance import added_figure
from gec_study.experiments.chance import figure as chance_figure


@pytest.mark.parametrize("module", [added_figure, chance_figure], ids=["added", "chance"])
def test_one_metric_and_one_truth_have_room(module):
    rows = {added_figure: synthetic.chance_added, chance_figure: synthetic.chance}[module]
    table = rows(datasets=("JFLEG",), metrics=("PPL",))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        figure = drawn(module.plot(table[table["truth"] == "best-f0.5"]))
    (legend,) = figure.legends
    for panel in figure.axes:
        assert panel.get_window_extent().height / figure.dpi > 0.3
        assert not panel.get_tightbbox().overlaps(legend.get_window_extent())
