"""Gain of a correction as its edits are applied in the order of φ."""

import itertools

import pandas as pd
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from gec_attribution.experiments.faithfulness.compute import BEST, RANDOM
from gec_attribution.figures import style

_CONTEXT: dict[str, style.Look] = {
    RANDOM: {"color": "#777777", "ls": (0, (1, 1.2)), "lw": 1.0, "zorder": 1},
    BEST: {"color": "#777777", "ls": "-", "lw": 0.8, "zorder": 1},
}
_LABELS = {RANDOM: "Random order (mean)", BEST: "Best order"}
_UNITS = {"metric": "Gain in score", "f0.5": "Gain in F0.5"}


def plot(table: pd.DataFrame) -> Figure:
    """Mean gain by share of applied edits: a panel per data set, metric, curve; a line per order.

    Bands are 95 % intervals.
    """
    if table["value"].isna().all():
        return style.message("No sentence of three edits or more has all its scores.")
    metrics = style.names(table, "metric")
    methods = [name for name in style.names(table, "method") if name not in _CONTEXT]
    colours, dashes = style.pick(style.colours(), methods), style.pick(style.DASHES, methods)
    lines = {name: {"color": colours[name], "ls": (0, dashes[name] or None)} for name in methods}
    places = ("dataset", "curve", "metric")
    order = itertools.product(*(style.names(table, name) for name in places[:2]), metrics)
    groups = dict(list(table.groupby(list(places), sort=False)))
    shown = [(key, groups[key]) for key in order if key in groups]
    with style.context():
        columns = min(len(metrics), style.MAX_COLUMNS)
        figure, axes = style.panels(len(shown), 1.65, columns, sharex=True)
        for number, (panel, (key, rows)) in enumerate(zip(axes, shown, strict=True)):
            dataset, curve, metric = key
            for name, look in {**_CONTEXT, **lines}.items():
                means = rows[rows["method"] == name]
                if name in lines:
                    style.band(panel, means["share"], means["low"], means["high"], colours[name])
                panel.plot(means["share"], means["value"], **look)
            panel.set_title(f"{dataset}, {metric}\n({style.span(rows['sentences'], 'sentence')})")
            panel.set_xlim(0, 1)
            style.percent(panel.xaxis)
            panel.set_xticks([0, 0.5, 1])
            panel.grid()
            # Within a row of panels the unit may change.
            if number % columns == 0 or curve != shown[number - 1][0][1]:
                panel.set_ylabel(_UNITS[curve])
        for panel in axes[-columns:]:
            panel.set_xlabel("Edits applied")
            panel.tick_params(labelbottom=True)
        handles = [
            Line2D([], [], label=_LABELS.get(name, name), **look)
            for name, look in {**lines, **_CONTEXT}.items()
        ]
        style.legend_above(figure, handles)
    return figure
