"""Shares of right edits and of useless edits with a positive φ."""

import pandas as pd
from matplotlib.figure import Figure

from gec_attribution.experiments.probes.labels import ALL, CHANCE, KINDS, POSITIVE
from gec_attribution.figures import style

_ROW = 0.3  # inches


def plot(table: pd.DataFrame) -> Figure:
    """The share of edits with φ > 0: a panel for each data set, a line for each kind of edits."""
    rows = table[(table["measure"] == POSITIVE) & (table["group"] == ALL)]
    if rows["value"].isna().all():
        return style.message("No edit whose answer is known has an attribution.")
    rows = rows.assign(name=rows["kind"].map(KINDS))
    looks = style.point_looks(style.names(rows, "metric"))
    groups = rows.groupby("dataset", sort=False)
    with style.context():
        height = _ROW * groups["name"].nunique().max() + 0.7
        figure, axes = style.panels(groups.ngroups, height, 2)
        for panel, (dataset, shown) in zip(axes, groups, strict=True):
            style.dots(panel, shown, "name", style.names(shown, "name"), looks)
            panel.axvline(CHANCE[POSITIVE], color=style.LIMIT_COLOUR, lw=0.8)
            panel.set_xlim(-0.03, 1.03)
            style.percent(panel.xaxis)
            panel.set_xlabel("Edits with $\\phi > 0$")
            panel.set_title(dataset)
        style.legend_above(figure, style.point_handles(looks))
    return figure
