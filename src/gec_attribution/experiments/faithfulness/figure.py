"""Early gains of a correction whose edits are applied in the order of φ."""

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from gec_attribution.experiments.faithfulness.table import CURVES
from gec_attribution.figures import style

_SPREAD = 0.5  # width over which the methods of a metric stand apart; metrics are 1 apart
_CROWD = 45  # characters of metrics' names that fit side by side below a panel


def plot(table: pd.DataFrame) -> Figure:
    """Gain in area: a panel per data set and curve, metrics side by side, a marker per method.

    Args:
        table: rows of `faithfulness`: dataset, metric, curve, method, value, low, high, sentences.
    """
    if table["value"].isna().all():
        return style.message("No sentence has all its scores and attributions.")
    methods = style.names(table, "method")
    looks = style.point_looks(methods)
    offsets = style.side_by_side(_SPREAD, methods)
    groups = table.groupby(["dataset", "curve"], sort=False)
    with style.context():
        height = 2.2 + 0.06 * _upright(style.names(table, "metric"))
        figure, axes = style.panels(groups.ngroups, height, columns=2, sharey=True)
        for panel, ((dataset, curve), rows) in zip(axes, groups, strict=True):
            metrics = style.names(rows, "metric")
            for (method, look), offset in zip(looks.items(), offsets, strict=True):
                gains = rows[rows["method"] == method].set_index("metric").reindex(metrics)
                x = np.arange(len(metrics)) + offset
                panel.plot(x, gains["value"], ls="none", **look)
                panel.vlines(x, gains["low"], gains["high"], color=look["color"], lw=0.7)
            _frame(panel, metrics)
            panel.set_title(
                f"{dataset}, {CURVES[curve]} ({style.span(rows['sentences'])} sentences)"
            )
        style.label_axes(axes, "", "Gain, random order to best")
        style.legend_above(figure, style.point_handles(looks))
    return figure


def _upright(metrics: list[str]) -> int:
    """Length of the longest upright name; 0 where names fit side by side."""
    longest = max(map(len, metrics))
    return longest if longest * len(metrics) > _CROWD else 0


def _frame(panel: Axes, metrics: list[str]) -> None:
    panel.set_xticks(range(len(metrics)), metrics, rotation=90 if _upright(metrics) else 0)
    panel.set_xlim(-0.6, len(metrics) - 0.4)
    panel.axhline(0, color=style.CONTEXT_COLOUR, lw=0.8, zorder=0)
    style.percent(panel.yaxis)
    panel.grid(axis="y")
