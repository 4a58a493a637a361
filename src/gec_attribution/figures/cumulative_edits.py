"""Figure 2: the share of sentences that have at most so many edits."""

import pandas as pd
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.ticker import MaxNLocator, PercentFormatter

from gec_attribution.figures import style


def plot(table: pd.DataFrame, max_edits: int) -> Figure:
    """One panel a data set, one curve with a 95 % band a system, a red line at `max_edits`.

    Args:
        table: rows of `edit_counts`: dataset, system, edits, sentences (with exactly so many),
            ratio (of those with at most so many, and its interval) in [0, 1].
        max_edits: the number of edits up to which attributions are exact; 10 in the paper.
    """
    if table.empty:
        return style.message("No sentence was counted.")
    datasets, systems = style.names(table, "dataset"), style.names(table, "system")
    colours, markers = style.pick(style.COLOURS, systems), style.pick(style.MARKERS, systems)
    with style.context():
        figure, axes = style.panels(len(datasets), 2.3, sharey=True)
        for panel, dataset in zip(axes, datasets, strict=True):
            of_dataset = table[table["dataset"] == dataset]
            for system, rows in of_dataset.groupby("system", sort=False):
                rows = rows.sort_values("edits")  # noqa: PLW2901
                colour = colours[system]
                panel.fill_between(
                    rows["edits"], rows["low"], rows["high"], color=colour, alpha=0.18, lw=0
                )
                panel.plot(rows["edits"], rows["ratio"], color=colour, marker=markers[system])
            panel.axvline(max_edits, color=style.LIMIT_COLOUR, lw=1)
            counted = of_dataset.groupby("system")["sentences"].sum()
            panel.set_title(f"{dataset} ({style.span(counted)} sentences)")
            panel.set(xlim=(-0.5, None), ylim=(0, 1.03))
            panel.xaxis.set_major_locator(MaxNLocator(integer=True))
            panel.yaxis.set_major_formatter(PercentFormatter(1, symbol=" %"))
            panel.grid(axis="y")
        style.label_axes(axes, "Number of edits", "Cumulative share of sentences")
        curves = [
            Line2D([], [], color=colours[system], marker=markers[system], label=system)
            for system in systems
        ]
        limit = Line2D([], [], color=style.LIMIT_COLOUR, lw=1, label=f"{max_edits} edits")
        style.legend_above(figure, [*curves, limit])
    return figure
