"""Wrong edits found by each order, over the share of edits that is reviewed."""

import pandas as pd
from matplotlib.figure import Figure

from gec_attribution.experiments.uses.labels import ORDERS, PHI
from gec_attribution.figures import style


def plot(table: pd.DataFrame) -> Figure:
    """A panel for each data set and metric, a curve for each order."""
    if table["value"].isna().all():
        return style.message("No edits are known of which some are wrong.")
    orders = [name for name in ORDERS if name in set(table["order"])]
    looks = style.point_looks(orders)
    metrics = style.names(table[table["order"] == PHI], "metric")
    panels = [
        (dataset, metric)
        for dataset in style.names(table, "dataset")
        for metric in metrics
        if ((table["dataset"] == dataset) & (table["metric"] == metric)).any()
    ]
    with style.context():
        figure, axes = style.panels(len(panels), 1.9, sharey=True)
        for panel, (dataset, metric) in zip(axes, panels, strict=True):
            rows = table[(table["dataset"] == dataset) & table["metric"].isin(["", metric])]
            for order in orders:
                curve = rows[rows["order"] == order].sort_values("reviewed")
                colour = looks[order]["color"]
                panel.plot(curve["reviewed"], curve["value"], ms=3, **looks[order])
                style.band(panel, curve["reviewed"], curve["low"], curve["high"], colour)
            panel.set_title(f"{dataset}, {metric}\n({style.span(rows['wrong'], 'wrong edit')})")
            style.percent(panel.xaxis)
            style.percent(panel.yaxis)
            panel.set_xlim(0)
            panel.set_ylim(0, 1)
        style.label_axes(axes, "Edits reviewed", "Wrong edits found")
        handles = style.point_handles({ORDERS[order]: looks[order] for order in orders})
        style.legend_above(figure, handles)
    return figure
