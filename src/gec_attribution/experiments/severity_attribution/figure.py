"""Whether attributions follow the severity that people gave, by metric and method."""

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from gec_attribution.explanations.taxonomy import SEVERITIES
from gec_attribution.figures import style

_SPREAD = 0.4  # width over which the curves of a panel stand apart; severities are 1 apart


def plot(table: pd.DataFrame) -> Figure:
    """The mean rank of |φ| by severity, one panel per data set and metric; lines are methods.

    Where |φ| has nothing to do with severity, the mean rank is about 0.5 everywhere. Whiskers are
    95 % intervals; curves stand slightly apart so that their whiskers can be told apart.

    Args:
        table: rows of `compute`.
    """
    rows = table[table["by"] == "severity"].astype({"group": int})
    if rows["value"].isna().all():
        return style.message("No edit of a system is in the explained reference.")
    looks = style.looks(rows)
    shown = list(dict.fromkeys(zip(rows["dataset"], rows["metric"], strict=True)))
    spearman = table[(table["by"] == "all") & (table["measure"] == "size")]
    with style.context():
        figure, axes = style.panels(len(shown), 2.2, sharey=True)
        for panel, (dataset, metric) in zip(axes, shown, strict=True):
            of_panel = (rows["dataset"] == dataset) & (rows["metric"] == metric)
            _draw_curves(panel, rows[of_panel], {metric: looks[metric]})
            edits = spearman[(spearman["dataset"] == dataset) & (spearman["metric"] == metric)]
            panel.set_title(f"{dataset}, {metric}\n({style.span(edits['edits'])} edits)")
        style.label_axes(axes, "Severity", "Mean rank of $|\\phi|$")
        style.legend_above(figure, style.curve_handles(looks))
    return figure


def _draw_curves(panel: Axes, rows: pd.DataFrame, looks: dict) -> None:
    methods = list(next(iter(looks.values()))["dashes"])
    places = np.linspace(-_SPREAD / 2, _SPREAD / 2, len(methods)) if len(methods) > 1 else [0.0]
    offsets = dict(zip(methods, places, strict=True))
    rows = rows.assign(place=rows["group"] + rows["method"].map(offsets))
    style.curves(panel, rows, "place", "value", looks, errorbar=None, lw=0.9, ms=3)
    inks = [looks[metric]["color"] for metric in rows["metric"]]
    panel.vlines(rows["place"], rows["low"], rows["high"], color=inks, lw=0.7, alpha=0.7)
    panel.axhline(0.5, color=style.CONTEXT_COLOUR, lw=0.8)
    panel.set(xticks=list(SEVERITIES), xlim=(0.5, 5.5))
    panel.grid(axis="y")
