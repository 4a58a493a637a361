"""Figure 5: how the time per sentence grows with the number of edits."""

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from gec_attribution.figures import style


def plot(table: pd.DataFrame) -> Figure:
    """One panel a data set and device: mean time, a band of one standard deviation, 95 % whiskers.

    The axis of time is logarithmic: the exact method's 2^N evaluations are a straight line on it.
    Where the band would reach zero it ends at the bottom of the panel.

    Args:
        table: rows of `efficiency`: dataset, metric, method, edits, sentences, seconds_mean,
            seconds_sd, low, high (seconds per sentence), device.
    """
    if table["seconds_mean"].isna().all():
        return style.message("No sentence was timed.")
    metrics, methods = style.names(table, "metric"), style.names(table, "method")
    colours, markers = style.pick(style.COLOURS, metrics), style.pick(style.MARKERS, metrics)
    lines = style.pick(style.LINE_STYLES, methods)
    bottom = table.loc[table["seconds_mean"] > 0, "seconds_mean"].min() / 3
    groups = table.groupby(["dataset", "device"], sort=False)
    with style.context():
        figure, axes = style.panels(groups.ngroups, 2.3, sharey=True)
        for panel, ((dataset, device), rows) in zip(axes, groups, strict=True):
            for (metric, method), curve in rows.groupby(["metric", "method"], sort=False):
                look = {"color": colours[metric], "marker": markers[metric], "ls": lines[method]}
                _draw_curve(panel, curve.sort_values("edits"), bottom, look)
            panel.set_title(f"{dataset}\n{device}", linespacing=style.LINE_SPACING)
            panel.set(yscale="log", ylim=(bottom, None))
            panel.xaxis.set_major_locator(MaxNLocator(integer=True))
            panel.grid(axis="y")
        style.label_axes(axes, "Number of edits", "Time per sentence (s)")
        style.legend_above(figure, style.curve_handles(colours, markers, lines))
    return figure


def _draw_curve(panel: Axes, curve: pd.DataFrame, bottom: float, look: dict) -> None:
    mean, deviation = curve["seconds_mean"], curve["seconds_sd"].fillna(0)
    panel.fill_between(
        curve["edits"],
        (mean - deviation).clip(lower=bottom),
        mean + deviation,
        color=look["color"],
        alpha=0.18,
        lw=0,
    )
    panel.plot(curve["edits"], mean, **look)
    panel.vlines(curve["edits"], curve["low"], curve["high"], color=look["color"], lw=0.8)
