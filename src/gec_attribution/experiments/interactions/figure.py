"""Strength of interactions by the number of tokens between two edits."""

import pandas as pd
import seaborn.objects as so
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from gec_attribution.figures import plots, style

_FEWEST = 10  # pairs of edits behind a point of the line
_OPEN = f"open: fewer than {_FEWEST} pairs of edits"


def plot(table: pd.DataFrame) -> Figure:
    """Relative size of interactions by distance: one panel per data set, one line per metric.

    Bars through points are 95 % intervals. A point of fewer than ten pairs of edits is open, and
    the line leaves it out.
    """
    rows = table[(table["by"] == "distance") & (table["measure"] == "relative")]
    if rows["value"].isna().all():
        return style.message("No two edits of a sentence have an effect and a known interaction.")
    rows = plots.with_panels(rows, ["dataset"], _title)
    few = rows["items"] < _FEWEST
    rows = rows.assign(sure=rows["value"].mask(few), few=rows["value"].where(few))
    plot = (
        so.Plot(rows, x="group", y="value", color="metric", marker="metric")
        .add(plots.RANGE, plots.DODGE, ymin="low", ymax="high", marker=None, legend=False)
        .add(plots.LINE, plots.DODGE, y="sure")
        .add(plots.OPEN_DOT, plots.DODGE, y="few", legend=False)
        .scale(x=so.Nominal(order=style.names(rows, "group")))
        .scale(**plots.told_apart(style.names(rows, "metric")))
        .limit(y=(0, None))
        .label(x="Tokens between the two edits", y="Mean $|I|$ / mean $|\\phi|$ of the two")
    )
    handles = [Line2D([], [], ls="none", marker="o", mfc="none", color="#555555", label=_OPEN)]
    figure, axes = plots.draw(plot, rows, 2.3, handles=handles if few.any() else ())
    for panel in axes:
        style.percent(panel.yaxis)
        panel.grid(axis="y")
    return figure


def _title(dataset: str, rows: pd.DataFrame) -> str:
    pairs = rows.groupby("metric")["items"].sum()
    return f"{dataset} ({style.span(pairs, 'pair')} of edits)"
