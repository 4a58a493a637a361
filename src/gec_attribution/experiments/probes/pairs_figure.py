"""Differences between attributions of the same edit in two sentences, which differ in one word."""

import pandas as pd
from matplotlib.figure import Figure

from gec_attribution.experiments.probes.labels import ALL, DIFFERENCE, DIRECTED
from gec_attribution.figures import style

_ROW = 0.28  # inches


def plot(table: pd.DataFrame) -> Figure:
    """Mean paired differences of φ, relative to mean |φ|: a panel for each data set.

    There is a line for each contrast with a direction, and for each word of the others. Lines
    through points are 95 % intervals.
    """
    rows = table[table["measure"] == DIFFERENCE]
    rows = rows.assign(name=[_name(*key) for key in zip(rows["kind"], rows["group"], strict=True)])
    if rows["value"].isna().all():
        return style.message("No edit of two compared sentences has a known attribution.")
    groups, names = rows.groupby("dataset", sort=False), style.names(rows, "name")
    looks = style.point_looks(style.names(rows, "metric"))
    with style.context():
        height = _ROW * len(names) + 0.5
        figure, axes = style.panels(groups.ngroups, height, sharey=True)
        for panel, (dataset, shown) in zip(axes, groups, strict=True):
            style.dots(panel, shown, "name", names, looks)
            panel.axvline(0, color="black", lw=0.6)
            style.percent(panel.xaxis)
            panel.set_xlabel("Mean difference of $\\phi$ / mean $|\\phi|$")
            panel.set_title(dataset)
        style.legend_above(figure, style.point_handles(looks))
    return figure


def _name(contrast: str, group: str) -> str:
    return " − ".join(DIRECTED[contrast]) if group == ALL else group
