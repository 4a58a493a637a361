"""Figure 4: how often the sign of an attribution agrees with the references."""

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from gec_attribution.figures import style

PROTOCOLS = {
    "best-agreeing": "reference that agrees best",
    "best-f0.5": "reference of best $F_{0.5}$",
}
_CONSTANT: style.Look = {"color": "#555555", "lw": 1.3, "ls": (0, (7, 2))}
_SPREAD = 0.04  # width over which the curves of a panel are spread; thresholds are 0.1 apart


def plot(table: pd.DataFrame) -> Figure:
    """Agreement by threshold, one panel per data set, protocol and metric.

    The panels of a data set under a protocol follow each other, at most three in a row, those of
    another begin where it ends. Colours are metrics, lines methods. Whiskers are 95 % intervals;
    curves are slightly shifted so that their whiskers can be told apart.
    """
    if table["agreement"].isna().all():
        return style.message("No edit could be compared with a reference.")
    protocols, looks = style.names(table, "protocol"), style.looks(table)
    metrics = style.metrics_by_dataset(table)
    shown = [
        (dataset, protocol, metric)
        for dataset, names in metrics.items()
        for protocol in protocols
        for metric in names
    ]
    columns = min(max(map(len, metrics.values())), style.MAX_COLUMNS)
    with style.context():
        figure, axes = style.panels(len(shown), 2.2, columns, sharey=True)
        for panel, what in zip(axes, shown, strict=True):
            rows = table[(table[["dataset", "protocol", "metric"]] == list(what)).all(axis=1)]
            dataset, protocol, metric = what
            _draw_curves(panel, rows, {metric: looks[metric]})
            # The precision of calling all edits below each threshold right: the curves' mean.
            constant = rows.groupby("threshold")["constant"].mean()
            panel.plot(constant.index, constant, **_CONSTANT)
            counts = [style.span(rows["sentences"], "sentence")]
            counts += filter(None, [style.sampled(rows["sampled_edits"])])
            panel.set_title(
                f"{dataset}, {metric}\n{PROTOCOLS[protocol]}\n({', '.join(counts)})",
                linespacing=style.LINE_SPACING,
            )
        style.label_axes(axes, "Threshold on normalised $|\\phi|$", "Agreement with the references")
        handle = Line2D([], [], **_CONSTANT, label="Every edit called right")
        style.legend_above(figure, [*style.curve_handles(looks), handle])
    return figure


def _draw_curves(panel: Axes, rows: pd.DataFrame, looks: dict) -> None:
    (look,) = looks.values()
    offsets = dict(zip(look["dashes"], style.side_by_side(_SPREAD, look["dashes"]), strict=True))
    x = rows["threshold"] + rows["method"].map(offsets)
    style.curves(panel, rows.assign(threshold=x), "threshold", "agreement", looks, lw=0.9, ms=3)
    panel.vlines(x, rows["low"], rows["high"], color=look["color"], lw=0.6, alpha=0.6)
    panel.set(xticks=np.arange(0.2, 1.05, 0.2))
    style.percent(panel.yaxis)
    panel.grid(axis="y")
