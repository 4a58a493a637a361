"""Strength of interactions by the number of tokens between two edits."""

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from gec_attribution.figures import style

_SPREAD = 0.3  # width over which the curves of a panel stand apart; distances are 1 apart


def plot(table: pd.DataFrame) -> Figure:
    """Relative size of interactions by distance: one panel per data set, one curve per metric.

    Whiskers are 95 % intervals; curves stand slightly apart so that they can be told apart.
    """
    rows = table[(table["by"] == "distance") & (table["measure"] == "relative")]
    if rows["value"].isna().all():
        return style.message("No two edits of a sentence have an effect and a known interaction.")
    groups, distances = rows.groupby("dataset", sort=False), style.names(rows, "group")
    looks = style.point_looks(style.names(rows, "metric"))
    with style.context():
        figure, axes = style.panels(groups.ngroups, 2.3, sharey=True)
        for panel, (dataset, shown) in zip(axes, groups, strict=True):
            _draw_curves(panel, shown, distances, looks)
            pairs = shown.groupby("metric")["items"].sum()
            panel.set_title(f"{dataset} ({style.span(pairs, 'pair')} of edits)")
        style.label_axes(
            axes, "Tokens between the two edits", "Mean $|I|$ / mean $|\\phi|$ of the two"
        )
        curves = [Line2D([], [], label=metric, **look) for metric, look in looks.items()]
        style.legend_above(figure, curves)
    return figure


def _draw_curves(panel: Axes, rows: pd.DataFrame, distances: list[str], looks: dict) -> None:
    offsets = style.side_by_side(_SPREAD, looks)
    for (metric, look), offset in zip(looks.items(), offsets, strict=True):
        curve = rows[rows["metric"] == metric].set_index("group").reindex(distances)
        x = np.arange(len(distances)) + offset
        panel.plot(x, curve["value"], **look)
        panel.vlines(x, curve["low"], curve["high"], color=look["color"], lw=0.7)
    panel.set_xticks(range(len(distances)), distances)
    style.percent(panel.yaxis)
    panel.set_ylim(bottom=0)
    panel.grid(axis="y")
