"""Figure 5: how the time per sentence grows with the number of edits."""

import pandas as pd
from matplotlib.figure import Figure

from gec_attribution.figures import plots, style

# Width over which the methods of a panel stand apart; numbers of edits are 1 apart.
_SPREAD = 0.3


def plot(table: pd.DataFrame) -> Figure:
    """One panel per data set, device and metric: mean, and a band of one standard deviation."""
    if table["seconds_mean"].isna().all():
        return style.message("No sentence was timed.")
    mean, deviation = table["seconds_mean"], table["seconds_sd"].fillna(0)
    bottom = mean[mean > 0].min() / 3
    methods = style.names(table, "method")
    offsets = dict(zip(methods, style.side_by_side(_SPREAD, methods), strict=True))
    rows = table.assign(
        place=table["edits"] + table["method"].map(offsets),
        low=(mean - deviation).clip(lower=bottom),
        high=mean + deviation,
    )
    rows = plots.with_panels(rows, "{dataset}, {metric}\n{device}")
    plot = (
        plots.curves(rows, "place", "seconds_mean", "method")
        .scale(x=plots.INTEGERS)
        .label(x="Number of edits", y="Time per sentence (s)")
    )
    figure = plots.draw(plot, rows, 2.3)
    for panel in figure.axes:
        # Of a logarithmic scale, seaborn would draw the band in another place.
        panel.set(yscale="log", ylim=(bottom, None))
    return figure
