"""Figure 5: how the time per sentence grows with the number of edits."""

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from gec_attribution.figures import style


def plot(table: pd.DataFrame) -> Figure:
    """One panel per data set and device: mean, band of one standard deviation, 95 % whiskers.

    The axis of time is logarithmic: the exact method's 2^N evaluations are a straight line on it.
    Where the band would reach zero it ends at the bottom of the panel.
    """
    if table["seconds_mean"].isna().all():
        return style.message("No sentence was timed.")
    looks = style.looks(table)
    bottom = table.loc[table["seconds_mean"] > 0, "seconds_mean"].min() / 3
    groups = table.groupby(["dataset", "device"], sort=False)
    with style.context():
        figure, axes = style.panels(groups.ngroups, 2.3, sharey=True)
        for panel, ((dataset, device), rows) in zip(axes, groups, strict=True):
            _draw_curves(panel, rows, looks, bottom)
            panel.set_title(f"{dataset}\n{device}", linespacing=style.LINE_SPACING)
            panel.set(yscale="log", ylim=(bottom, None))
            panel.xaxis.set_major_locator(MaxNLocator(integer=True, min_n_ticks=1))
            panel.grid(axis="y")
        style.label_axes(axes, "Number of edits", "Time per sentence (s)")
        style.legend_above(figure, style.curve_handles(looks))
    return figure


def _draw_curves(panel: Axes, rows: pd.DataFrame, looks: dict, bottom: float) -> None:
    mean, deviation = rows["seconds_mean"], rows["seconds_sd"].fillna(0)
    bands = rows.assign(below=(mean - deviation).clip(lower=bottom), above=mean + deviation)
    for (metric, _), band in bands.groupby(["metric", "method"], sort=False):
        style.band(panel, band["edits"], band["below"], band["above"], looks[metric]["color"])
    style.curves(panel, rows, "edits", "seconds_mean", looks)
    inks = [looks[metric]["color"] for metric in rows["metric"]]
    panel.vlines(rows["edits"], rows["low"], rows["high"], color=inks, lw=0.8)
