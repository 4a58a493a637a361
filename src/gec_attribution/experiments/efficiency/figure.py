"""Figure 5: how the time per sentence grows with the number of edits."""

import pandas as pd
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.ticker import MaxNLocator

from gec_attribution.figures import plots, style

_SPREAD = 0.3  # width over which the methods of a panel stand apart; numbers of edits are 1 apart


def plot(table: pd.DataFrame) -> Figure:
    """One panel per data set, device and metric: mean, and a band of one standard deviation.

    The axis of time is logarithmic: the exact method's 2^N evaluations are a straight line on it.
    Where a band would reach zero it ends at the bottom of the panel.
    """
    if table["seconds_mean"].isna().all():
        return style.message("No sentence was timed.")
    looks = style.point_looks(style.names(table, "method"))
    offsets = dict(zip(looks, style.side_by_side(_SPREAD, looks), strict=True))
    bottom = table.loc[table["seconds_mean"] > 0, "seconds_mean"].min() / 3
    groups = table.groupby(["dataset", "device", "metric"], sort=False)
    with style.context():
        figure, columns = style.page(groups.ngroups, 2.3)
        panels = plots.grid(figure, groups.ngroups, columns, sharey=True)
        for panel, ((dataset, device, metric), rows) in zip(panels, groups, strict=True):
            for method, look in looks.items():
                curve = rows[rows["method"] == method].sort_values("edits")
                mean, deviation = curve["seconds_mean"], curve["seconds_sd"].fillna(0)
                below, above = (mean - deviation).clip(lower=bottom), mean + deviation
                x = curve["edits"] + offsets[method]
                plots.band(panel, x, below, above, look["color"])
                panel.plot(x, mean, mew=0, **look)
            panel.set_title(f"{dataset}, {metric}\n{device}")
            panel.set(yscale="log", ylim=(bottom, None), xlabel="Number of edits")
            panel.xaxis.set_major_locator(MaxNLocator(integer=True, min_n_ticks=1))
            panel.grid(axis="y")
        for panel in panels[::columns]:
            panel.set_ylabel("Time per sentence (s)")
        handles = [Line2D([], [], label=method, **look) for method, look in looks.items()]
        style.legend_above(figure, handles)
    return figure
