"""What corrections gain where harmful edits are left out, by system."""

import itertools

import numpy as np
import pandas as pd
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from gec_attribution.attribution.edit_tables import EVERY_SYSTEM
from gec_attribution.figures import style
from gec_study.experiments.filtering.compute import FIXED, TUNED

_HEIGHT = 0.09  # of a filter of a system, in inches
_SPREAD = 0.66  # over which the filters of a system stand apart; systems are 1 apart
_RANDOM = "#777777"


def plot(table: pd.DataFrame) -> Figure:
    """Change of F0.5: a panel per data set and metric, a row per system, a marker per filter.

    Markers of tuned thresholds are hollow. Whiskers are 95 % intervals; a bar across is what a
    filter reaches that leaves out as many edits at random.

    Args:
        table: rows of `filtering`: dataset, system, metric, method, choice, f_before, f_difference
            and its interval, f_random.
    """
    if table["f_difference"].isna().all():
        return style.message("No system's corrections could be compared with a reference.")
    metrics, methods = style.names(table, "metric"), style.names(table, "method")
    colours, markers = style.pick(style.colours(), methods), style.pick(style.MARKERS, methods)
    choices = [name for name in (FIXED, TUNED) if (table["choice"] == name).any()]
    filters = list(itertools.product(choices, methods))
    offsets = np.linspace(-_SPREAD / 2, _SPREAD / 2, len(filters)) if len(filters) > 1 else [0.0]
    shown = [
        (dataset, metric, rows)
        for dataset, metric in itertools.product(style.names(table, "dataset"), metrics)
        if len(rows := table[(table["dataset"] == dataset) & (table["metric"] == metric)])
    ]
    rows_of_panels = {tuple(style.names(rows, "system")) for *_, rows in shown}
    with style.context():
        columns = min(len(metrics), style.MAX_COLUMNS)
        most = max(map(len, rows_of_panels))
        height = 0.7 + max(1.0, most * max(0.16, _HEIGHT * len(filters)))
        figure, axes = style.panels(len(shown), height, columns, sharey=len(rows_of_panels) == 1)
        for panel, (dataset, metric, rows) in zip(axes, shown, strict=True):
            systems = style.names(rows, "system")
            for (choice, method), offset in zip(filters, offsets, strict=True):
                chosen = rows[(rows["choice"] == choice) & (rows["method"] == method)]
                cells = chosen.set_index("system").reindex(systems)
                y = np.arange(len(systems)) + offset
                low, high = cells["f_difference_low"], cells["f_difference_high"]
                colour, face = colours[method], "white" if choice == TUNED else colours[method]
                panel.hlines(y, 100 * low, 100 * high, color=colour, lw=0.7)
                change = 100 * cells["f_difference"]
                marker = markers[method]
                panel.plot(change, y, ls="", marker=marker, color=colour, mfc=face, mew=0.8)
                random = cells["f_random"] - cells["f_before"]
                panel.plot(100 * random, y, ls="", marker="|", color=_RANDOM, ms=5, zorder=1)
            panel.axvline(0, color=style.LIMIT_COLOUR, lw=0.7, zorder=0)
            panel.set_title(f"{dataset}, {metric}")
            labels = [name.replace(EVERY_SYSTEM, "mean") for name in systems]
            panel.set_yticks(range(len(systems)), labels)
            panel.set_ylim(len(systems) - 0.4, -0.6)
            panel.grid(axis="x")
        style.label_axes(axes, "Change of F0.5, points", "")
        points = [
            Line2D([], [], ls="", color=colours[name], marker=markers[name], label=name)
            for name in methods
        ]
        if TUNED in choices:
            points.append(
                Line2D([], [], ls="", marker="o", color="k", mfc="white", label="Tuned threshold")
            )
        points.append(Line2D([], [], ls="", marker="|", color=_RANDOM, label="As many at random"))
        style.legend_above(figure, points)
    return figure
