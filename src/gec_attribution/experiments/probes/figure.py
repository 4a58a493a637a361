"""Shares of right edits and of useless edits with a positive φ."""

import pandas as pd
from matplotlib.figure import Figure

from gec_attribution.experiments.probes.labels import ALL, CHANCE, KINDS, POSITIVE
from gec_attribution.figures import plots, style


def plot(table: pd.DataFrame) -> Figure:
    """The share of edits with φ > 0: a panel for each data set, a row for each kind of edits."""
    rows = table[(table["measure"] == POSITIVE) & (table["group"] == ALL)]
    if rows["value"].isna().all():
        return style.message("No edit whose answer is known has an attribution.")
    rows = rows.assign(name=rows["kind"].map(KINDS), panel=rows["dataset"])
    figure = plots.dot_rows(
        rows,
        "name",
        "metric",
        label="Edits with $\\phi > 0$",
        reference=CHANCE[POSITIVE],
        scale=plots.PERCENT,
    )
    for panel in figure.axes:
        panel.set_xlim(-0.03, 1.03)
    return figure
