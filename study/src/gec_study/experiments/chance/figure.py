"""How often signs agree, beside what needs no attributions."""

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from gec_attribution.figures import style
from gec_attribution.statistics.classification import SIGN_MEASURES
from gec_study.experiments.chance.compute import PHI
from gec_study.experiments.chance.labels import BASELINES, MEASURES, TRUTHS

_INK = "#555555"
_MARKS = {"all right": "x", "shuffled within": "2", "shuffled over": "+", "type": "d", "whole": "o"}


def plot(table: pd.DataFrame) -> Figure:
    """Points by metric, a row of panels for each data set and truth, a panel for each measure.

    Args:
        table: rows of the result `chance`: dataset, truth, metric, method, signs, measure, value
            (and its interval), edits; those of the first method are drawn.
    """
    if table.empty or table["value"].isna().all():
        return style.message("No edit of which an attribution says something was judged.")
    table = table[table["method"] == table["method"].iloc[0]]
    looks = style.point_looks(style.names(table, "metric"))
    shown = [
        (dataset, truth, measure)
        for dataset in style.names(table, "dataset")
        for truth in style.names(table[table["dataset"] == dataset], "truth")
        for measure in SIGN_MEASURES
    ]
    # One row of few metrics alone has no room for the legend above it.
    most = max(3, *map(len, style.metrics_by_dataset(table).values()))
    with style.context():
        figure, axes = style.panels(len(shown), 0.75 + 0.24 * most, len(SIGN_MEASURES))
        for panel, (dataset, truth, measure) in zip(axes, shown, strict=True):
            rows = table[(table["dataset"] == dataset) & (table["truth"] == truth)]
            metrics = style.names(rows, "metric")
            _draw(panel, rows[rows["measure"] == measure], metrics, looks)
            panel.set_xlabel(MEASURES[measure])
            if measure == SIGN_MEASURES[0]:
                edits = style.span(rows["edits"])
                panel.set_title(
                    f"{dataset} ({edits} edits),\nby {TRUTHS[truth]}",
                    loc="left",
                    linespacing=style.LINE_SPACING,
                )
            else:
                panel.set_yticklabels([])
        names = {PHI: "Sign of the attribution", **BASELINES}
        style.legend_above(
            figure,
            [
                Line2D([], [], ls="none", color="black", marker="s", label=names[PHI]),
                *(
                    Line2D([], [], ls="none", **_look(signs), label=names[signs].capitalize())
                    for signs in BASELINES
                ),
            ],
        )
    return figure


def _look(signs: str) -> dict:
    return {"color": _INK, "marker": _MARKS[signs], "mfc": "none", "mew": 0.8, "ms": 4.5}


def _draw(panel: Axes, rows: pd.DataFrame, metrics: list[str], looks: dict) -> None:
    y = np.arange(len(metrics))
    for signs in BASELINES:
        values = rows[rows["signs"] == signs].set_index("metric")["value"].reindex(metrics)
        panel.plot(values, y + 0.17, ls="none", **_look(signs))
    points = rows[rows["signs"] == PHI].set_index("metric").reindex(metrics)
    for place, (metric, point) in zip(y, points.iterrows(), strict=True):
        panel.hlines(place - 0.17, point["low"], point["high"], color=looks[metric]["color"], lw=1)
        panel.plot(point["value"], place - 0.17, ls="none", ms=4, **looks[metric])
    panel.set_yticks(y, metrics)
    panel.set_ylim(len(metrics) - 0.5, -0.5)
    panel.grid(axis="x")
