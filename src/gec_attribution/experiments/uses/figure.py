"""Wrong edits found by each order, over the share of edits that is reviewed."""

import pandas as pd
import seaborn.objects as so
from matplotlib.figure import Figure

from gec_attribution.experiments.uses.labels import ORDERS, PHI
from gec_attribution.figures import plots, style


def plot(table: pd.DataFrame) -> Figure:
    """A panel for each data set and metric, a line with its band for each order."""
    if table["value"].isna().all():
        return style.message("No edits are known of which some are wrong.")
    # Orders that read no metric stand in the panels of all.
    for_all = table[table["metric"] == ""].drop(columns="metric")
    of_metrics = table.loc[table["order"] == PHI, ["dataset", "metric"]].drop_duplicates()
    rows = pd.concat([table[table["metric"] != ""], for_all.merge(of_metrics, on="dataset")])
    rows = rows.assign(order=rows["order"].map(ORDERS).map(style.typeset))
    rows = plots.with_panels(rows, ["dataset", "metric"], _title)
    plot = (
        so.Plot(rows, x="reviewed", y="value", color="order", marker="order")
        .add(plots.BAND, ymin="low", ymax="high", marker=None, legend=False)
        .add(plots.LINE)
        .scale(**plots.told_apart(style.names(rows, "order")))
        .label(x="Edits reviewed", y="Wrong edits found")
    )
    figure, axes = plots.draw(plot, rows, 2.0)
    for panel in axes:
        style.percent(panel.xaxis)
        style.percent(panel.yaxis)
        panel.grid(axis="y")
    return figure


def _title(dataset: str, metric: str, rows: pd.DataFrame) -> str:
    return f"{dataset}, {metric}\n({style.span(rows['wrong'], 'wrong edit')})"
