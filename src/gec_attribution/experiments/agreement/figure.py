"""Figure 4: how often the sign of an attribution agrees with the references."""

import pandas as pd
import seaborn.objects as so
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from gec_attribution.experiments.agreement.labels import PROTOCOLS
from gec_attribution.figures import plots, style

_CONSTANT = so.Line(linewidth=0.9, linestyle=(4, 1.6))


def plot(table: pd.DataFrame) -> Figure:
    """Agreement by threshold: a panel for each data set, protocol and metric, a line a method.

    Bands are 95 % intervals. A dashed line in the colour of a method has the agreement if every one
    of its edits is called right.
    """
    if table["agreement"].isna().all():
        return style.message("No edit could be compared with a reference.")
    rows = plots.with_panels(table, ["dataset", "protocol", "metric"], _title)
    plot = (
        so.Plot(rows, x="threshold", y="agreement", color="method", marker="method")
        .add(plots.BAND, ymin="low", ymax="high", marker=None, legend=False)
        .add(_CONSTANT, y="constant", marker=None, legend=False)
        .add(plots.LINE)
        .scale(**plots.told_apart(style.names(table, "method")))
        .scale(x=so.Continuous().tick(at=[0.2, 0.4, 0.6, 0.8, 1.0]))
        .label(x="Threshold on normalised $|\\phi|$", y="Agreement with the references")
    )
    columns = table.groupby("dataset")["metric"].nunique().max()
    handle = Line2D([], [], color="#555555", ls=(0, (4, 1.6)), label="every edit called right")
    figure, axes = plots.draw(plot, rows, 2.2, columns, [handle])
    for panel in axes:
        style.percent(panel.yaxis)
        panel.grid(axis="y")
    return figure


def _title(dataset: str, protocol: str, metric: str, rows: pd.DataFrame) -> str:
    counts = [style.span(rows["sentences"], "sentence"), style.sampled(rows["sampled_edits"])]
    counted = ", ".join(filter(None, counts))
    return f"{dataset}, {metric}\n{style.typeset(PROTOCOLS[protocol])}\n({counted})"
