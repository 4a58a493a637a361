"""Wrong edits found by each order, over the share of edits that is reviewed."""

import pandas as pd
from matplotlib.figure import Figure

from gec_attribution.experiments.uses.labels import ORDERS, PHI
from gec_attribution.figures import plots, style


def plot(table: pd.DataFrame) -> Figure:
    """A panel for each data set and metric, a line with its band for each order."""
    if table["value"].isna().all():
        return style.message("No edits are known of which some are wrong.")
    # Orders that read no metric stand in the panels of all.
    for_all = table[table["metric"] == ""].drop(columns="metric")
    of_metrics = table.loc[
        table["order"] == PHI, ["dataset", "metric"]
    ].drop_duplicates()
    rows = pd.concat(
        [table[table["metric"] != ""], for_all.merge(of_metrics, on="dataset")]
    )
    rows = rows.assign(order=rows["order"].map(ORDERS).map(style.typeset))
    rows = plots.with_panels(rows, "{dataset}, {metric}\n({wrong})", wrong="wrong edit")
    plot = (
        plots.curves(rows, "reviewed", "value", "order")
        .scale(x=plots.PERCENT, y=plots.PERCENT)
        .label(x="Edits reviewed", y="Wrong edits found")
    )
    return plots.draw(plot, rows, 2.0)
