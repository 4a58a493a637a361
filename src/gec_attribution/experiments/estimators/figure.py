"""How the error of each estimator of Shapley values falls with the evaluations it is given."""

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.ticker import FuncFormatter, NullFormatter

from gec_attribution.experiments.estimators.labels import ADD_SUB, ALL, LABELS, PUBLISHED
from gec_attribution.figures import style
from gec_attribution.formatting.numerals import numeral

# Estimators whose evaluations are the same whatever they are allowed: one point each.
SINGLE = {PUBLISHED, ADD_SUB}


def plot(table: pd.DataFrame) -> Figure:
    """Relative error by evaluations, both on logarithmic axes: a panel per data set and metric."""
    if table["error"].isna().all():
        return style.message("No sentence of the sizes asked for has all its scores.")
    looks = style.point_looks(style.names(table, "estimator"))
    groups = table[table["of_edits"] == ALL].groupby(["dataset", "metric"], sort=False)
    with style.context():
        figure, axes = style.panels(groups.ngroups, 2.6, sharey=True)
        for panel, ((dataset, metric), rows) in zip(axes, groups, strict=True):
            _draw(panel, rows, looks)
            sizes = table[(table["dataset"] == dataset) & (table["metric"] == metric)]["of_edits"]
            edits = style.span((int(size) for size in sizes if size != ALL), "edit")
            sentences = style.span(rows["sentences"], "sentence")
            panel.set_title(f"{dataset}, {metric}\n({sentences} with {edits})")
        style.label_axes(
            axes, "Evaluations per sentence", r"Error, mean $|\hat\phi-\phi|$ / $|\phi|$"
        )
        handles = [
            Line2D([], [], label=LABELS.get(name, name), ls=_line(name), **look)
            for name, look in looks.items()
        ]
        style.legend_above(figure, handles)
    return figure


def _draw(panel: Axes, rows: pd.DataFrame, looks: dict) -> None:
    for name, look in looks.items():
        curve = rows[rows["estimator"] == name].sort_values("permutations")
        if name in SINGLE:
            curve = curve[:1]
        panel.plot(curve["evaluations"], curve["error"], ls=_line(name), **look)
        low, high = curve["error_low"], curve["error_high"]
        panel.vlines(curve["evaluations"], low, high, color=look["color"], lw=0.7)
    panel.set(xscale="log", yscale="log")
    budgets = rows.groupby("permutations")["evaluations"].max()
    panel.set_xticks(budgets, [str(round(budget)) for budget in budgets])
    panel.xaxis.set_minor_formatter(NullFormatter())
    panel.xaxis.set_tick_params(which="minor", length=0)
    panel.yaxis.set_major_formatter(FuncFormatter(_percent))
    panel.yaxis.set_minor_formatter(NullFormatter())
    panel.grid(axis="y")


def _line(name: str) -> str:
    return "none" if name in SINGLE else "-"


def _percent(share: float, _position: object) -> str:
    percent = 100 * share
    return f"{numeral(percent, max(0, -int(np.floor(np.log10(percent)))))} %" if share > 0 else ""
