"""Loss curves of the embedded models' trainings."""

import pandas as pd
from matplotlib.figure import Figure
from matplotlib.ticker import LogLocator, NullLocator, StrMethodFormatter

from gec_attribution.figures import style

_SMOOTHED = 0.1  # share of a curve's points behind each point drawn
_LEGEND_COLUMNS = 3


def plot(table: pd.DataFrame) -> Figure:
    """One panel per training, one line per loss: medians of a moving window, to show trends.

    Args:
        table: training, curve, step, loss; a curve's points in order of their steps.
    """
    groups = table.groupby("training", sort=False)
    with style.context():
        figure, axes = style.panels(groups.ngroups, 2.2)
        for panel, (training, rows) in zip(axes, groups, strict=True):
            curves = style.names(rows, "curve")
            colours = style.pick(style.colours(), curves)
            dashes = style.pick(style.DASHES, curves)
            for curve, points in rows.groupby("curve", sort=False):
                window = max(1, round(_SMOOTHED * len(points)))
                smooth = points["loss"].rolling(window, min_periods=1, center=True).median()
                look = {"color": colours[curve], "ls": (0, dashes[curve] or None)}
                panel.plot(points["step"], smooth, label=curve, **look)
            panel.set_title(training, pad=6 + 10 * -(-len(curves) // _LEGEND_COLUMNS))
            panel.legend(
                loc="lower center",
                bbox_to_anchor=(0.5, 1),
                ncols=_LEGEND_COLUMNS,
                borderpad=0,
                columnspacing=0.8,
                handlelength=1.6,
            )
            panel.set_yscale("log")
            panel.yaxis.set_major_locator(LogLocator(subs=(1, 2, 5)))
            panel.yaxis.set_major_formatter(StrMethodFormatter("{x:g}"))
            panel.yaxis.set_minor_locator(NullLocator())
            panel.grid(axis="y")
        style.label_axes(axes, "Step", "Loss")
    return figure
