"""Error of each estimator of Shapley values by the evaluations that it is given."""

import pandas as pd
from matplotlib.figure import Figure
from matplotlib.ticker import LogLocator, NullLocator, StrMethodFormatter

from gec_attribution.experiments.estimators.labels import (
    ADD_SUB,
    ALL,
    LABELS,
    PUBLISHED,
)
from gec_attribution.figures import plots, style

# Estimators whose evaluations are the same whatever they are allowed: one point each.
SINGLE = {PUBLISHED, ADD_SUB}


def plot(table: pd.DataFrame) -> Figure:
    """Relative error by evaluations, both on logarithmic axes: a panel per data set and metric."""
    sizes = table.loc[table["of_edits"] != ALL, "of_edits"].astype(int)
    rows = table[table["of_edits"] == ALL].sort_values("permutations", kind="stable")
    if rows["error"].isna().all():
        return style.message("No sentence of the sizes asked for has all its scores.")
    seen_before = rows.duplicated(["dataset", "metric", "estimator"])
    rows = rows[~(rows["estimator"].isin(SINGLE) & seen_before)]
    columns = {"error": "value", "error_low": "low", "error_high": "high"}
    rows = rows.replace({"estimator": LABELS}).rename(columns=columns)
    title = f"{{dataset}}, {{metric}}\n({{sentences}} with {style.span(sizes, 'edit')})"
    rows = plots.with_panels(rows, title, sentences="sentence")
    plot, handles = plots.dots(rows, "evaluations", "estimator", line="value")
    plot = plot.label(
        x="Evaluations per sentence", y=r"Error, mean $|\hat\phi-\phi|$ / $|\phi|$"
    )
    figure = plots.draw(plot, rows, 2.6, handles=handles)
    for panel in figure.axes:
        panel.set(xscale="log", yscale="log")
        panel.xaxis.set_major_formatter(StrMethodFormatter("{x:,.0f}"))
        panel.yaxis.set_major_formatter(lambda error, _: f"{100 * error:.3g} %")
        for axis in (panel.xaxis, panel.yaxis):
            axis.set_major_locator(LogLocator(subs=(1.0, 2.0, 5.0)))
            axis.set_minor_locator(NullLocator())
    return figure
