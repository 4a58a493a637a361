"""Figure 3: how consistent each method is when edits of one sign are grouped."""

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Patch

from gec_attribution.figures import style

MEASURES = {
    "sign_agreement": "Sign\nagreement",
    "pearson": "Pearson\n(magnitude)",
    "spearman": "Spearman\n(magnitude)",
}


def plot(table: pd.DataFrame) -> Figure:
    """Rows of panels are data sets, columns are metrics; bars are measures, coloured by method.

    More than three metrics continue on a further row of the same data set. Whiskers are 95 %
    intervals; a value that is not defined is written as `n/a`.

    Args:
        table: rows of `consistency`: dataset, metric, method, measure, value, low, high, sentences;
            sign agreement in [0, 1], correlations in [-1, 1].
    """
    if table["value"].isna().all():
        return style.message("No sentence in range has edits of both signs.")
    datasets, metrics = style.names(table, "dataset"), style.names(table, "metric")
    methods = style.names(table, "method")
    fills, hatches = style.pick(style.FILLS, methods), style.pick(style.HATCHES, methods)
    columns = min(len(metrics), style.MAX_COLUMNS)
    slots = -(-len(metrics) // columns) * columns  # panels of a data set; some may stay unused
    with style.context():
        figure, axes = style.panels(len(datasets) * slots, 1.75, columns, sharey=True)
        for index, panel in enumerate(axes):
            dataset, slot = datasets[index // slots], index % slots
            if slot >= len(metrics):
                panel.remove()
                continue
            metric = metrics[slot]
            chosen = table[(table["dataset"] == dataset) & (table["metric"] == metric)]
            _draw_bars(panel, chosen, fills, hatches)
            panel.set_title(f"{metric} ({style.span(chosen['sentences'])} sentences)")
            if slot % columns == 0:
                panel.set_ylabel(dataset)
        lowest = min(0, table["low"].min(), table["value"].min())
        axes[0].set_ylim(np.floor(lowest * 4) / 4, 1.02)
        swatches = [
            Patch(fc=fills[method], hatch=hatches[method], ec="black", lw=0.4, label=method)
            for method in methods
        ]
        style.legend_above(figure, swatches)
    return figure


def _draw_bars(panel: Axes, rows: pd.DataFrame, fills: dict, hatches: dict) -> None:
    """The bars of one data set and metric: a group of bars a measure, one bar a method."""
    width = 0.82 / len(fills)
    values = rows.set_index(["method", "measure"])[["value", "low", "high"]]
    for index, method in enumerate(fills):
        offset = (index - (len(fills) - 1) / 2) * width
        for position, measure in enumerate(MEASURES):
            if (method, measure) not in values.index:
                continue
            value, low, high = values.loc[(method, measure)]
            x = position + offset
            if np.isnan(value):
                panel.text(x, 0.02, "n/a", rotation=90, ha="center", va="bottom", fontsize=7)
                continue
            panel.bar(x, value, width, fc=fills[method], hatch=hatches[method], ec="black", lw=0.4)
            panel.vlines(x, low, high, color="black", lw=0.8)
    panel.axhline(0, color="black", lw=0.6)
    panel.set_xticks(range(len(MEASURES)), MEASURES.values(), linespacing=style.LINE_SPACING)
    panel.tick_params(axis="x", length=0)
    panel.grid(axis="y")
