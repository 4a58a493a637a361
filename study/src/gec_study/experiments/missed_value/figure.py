"""What was missed: each system's value recall beside ERRANT's."""

import itertools

import numpy as np
import pandas as pd
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.ticker import PercentFormatter

from gec_attribution.attribution.edit_tables import EVERY_SYSTEM
from gec_attribution.figures import style
from gec_study.experiments.missed_value.compute import ALL

_HEIGHT = 0.21  # of a system, in inches
_APART = 0.16  # of the two marks of a system, which are 1 apart from those of the next


def plot(table: pd.DataFrame) -> Figure:
    """One panel per data set and metric, one row per system; whiskers are 95 % intervals.

    Args:
        table: rows of `missed_value`, of which those of all types are drawn: dataset, metric,
            system, type, value_recall and recall (with their intervals), missed.
    """
    rows = table[(table["type"] == ALL) & (table["system"] != EVERY_SYSTEM)]
    if rows["value_recall"].isna().all():
        return style.message("No edit of a reference has a value.")
    marks = {
        "value_recall": (style.POSITIVE, "o", -_APART, "Share of the value"),
        "recall": ("black", "D", _APART, "Share of the edits (ERRANT's recall)"),
    }
    metrics = style.names(rows, "metric")
    shown = [
        (dataset, metric, own.set_index("system"))
        for dataset, metric in itertools.product(style.names(rows, "dataset"), metrics)
        if len(own := rows[(rows["dataset"] == dataset) & (rows["metric"] == metric)])
    ]
    rows_of_panels = {tuple(own.index) for *_, own in shown}
    with style.context():
        columns = min(len(metrics), style.MAX_COLUMNS)
        height = 0.75 + _HEIGHT * max(3, *map(len, rows_of_panels))
        figure, axes = style.panels(len(shown), height, columns, sharey=len(rows_of_panels) == 1)
        for panel, (dataset, metric, own) in zip(axes, shown, strict=True):
            y = np.arange(len(own))
            for name, (colour, marker, offset, _) in marks.items():
                low, high = own[f"{name}_low"], own[f"{name}_high"]
                panel.hlines(y + offset, low, high, color=colour, lw=0.8)
                panel.plot(own[name], y + offset, ls="", marker=marker, color=colour)
            panel.set_title(f"{dataset}, {metric}")
            panel.set_yticks(y, own.index)
            panel.set_ylim(len(own) - 0.4, -0.6)
            panel.xaxis.set_major_formatter(PercentFormatter(1, decimals=0, symbol=" %"))
            panel.grid(axis="x")
        points = [
            Line2D([], [], ls="", color=colour, marker=marker, label=label)
            for colour, marker, _, label in marks.values()
        ]
        style.legend_above(figure, points)
    return figure
