"""How the error of each estimator of Shapley values falls with the evaluations it is given."""

from collections.abc import Callable

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.ticker import FuncFormatter, LogLocator, NullFormatter

from gec_attribution.experiments.estimators.labels import ADD_SUB, ALL, LABELS, PUBLISHED
from gec_attribution.figures import plots, style

# Estimators whose evaluations are the same whatever they are allowed: one point each.
SINGLE = {PUBLISHED, ADD_SUB}
_TICKS = (1.0, 2.0, 5.0)


def plot(table: pd.DataFrame) -> Figure:
    """Relative error by evaluations, both on logarithmic axes: a panel per data set and metric.

    Bands and bars are 95 % intervals, of points that have one.
    """
    if table["error"].isna().all():
        return style.message("No sentence of the sizes asked for has all its scores.")
    looks = style.point_looks(style.names(table, "estimator"))
    groups = table.groupby(["dataset", "metric"], sort=False)
    with style.context():
        figure, columns = style.page(groups.ngroups, 2.6)
        panels = plots.grid(figure, groups.ngroups, columns, sharey=True)
        for panel, ((dataset, metric), rows) in zip(panels, groups, strict=True):
            together = rows[rows["of_edits"] == ALL]
            _draw(panel, together, looks)
            sizes = [int(size) for size in set(rows["of_edits"]) - {ALL}]
            sentences = style.span(together["sentences"], "sentence")
            lines = [f"{dataset}, {metric}", f"({sentences} with {style.span(sizes, 'edit')})"]
            if together["error_low"].isna().all():
                lines[-1] = lines[-1].replace(")", ",\ntoo few for intervals)")
            panel.set_title("\n".join(lines))
        for panel in panels[::columns]:
            panel.set_ylabel(r"Error, mean $|\hat\phi-\phi|$ / $|\phi|$")
        handles = [
            Line2D([], [], label=LABELS.get(name, name), ls=_line(name), **look)
            for name, look in looks.items()
        ]
        style.legend_above(figure, handles)
    return figure


def _draw(panel: Axes, rows: pd.DataFrame, looks: dict[str, style.Look]) -> None:
    for name, look in looks.items():
        curve = rows[rows["estimator"] == name].sort_values("permutations")
        x, low, high = curve["evaluations"], curve["error_low"], curve["error_high"]
        if name in SINGLE:
            curve = curve[:1]
            panel.vlines(x, low, high, color=look["color"], lw=0.9)
        else:
            plots.band(panel, x, low, high, look["color"])
        panel.plot(curve["evaluations"], curve["error"], ls=_line(name), mew=0, **look)
    panel.set(xscale="log", yscale="log", xlabel="Evaluations per sentence")
    for axis, written in ((panel.xaxis, "{:,.0f}"), (panel.yaxis, "{:g} %")):
        scale = 100 if axis is panel.yaxis else 1
        axis.set_major_locator(LogLocator(subs=_TICKS))
        axis.set_major_formatter(FuncFormatter(_as(written, scale)))
        axis.set_minor_formatter(NullFormatter())
        axis.set_tick_params(which="minor", length=0)
    panel.grid(axis="y")


def _as(written: str, scale: int) -> Callable[[float, object], str]:
    return lambda value, _place: written.format(float(f"{scale * value:.3g}"))


def _line(name: str) -> str:
    return "none" if name in SINGLE else "-"
