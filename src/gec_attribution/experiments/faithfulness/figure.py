"""Early gains of a correction whose edits are applied in the order of φ."""

import pandas as pd
from matplotlib.figure import Figure

from gec_attribution.experiments.faithfulness.table import CURVES
from gec_attribution.figures import style


def plot(table: pd.DataFrame) -> Figure:
    """Gain in area: a panel per data set and curve, a band per metric, in it a point per method."""
    if table["value"].isna().all():
        return style.message("No sentence of three edits or more has all its scores.")
    looks = style.point_looks(style.names(table, "method"))
    most = max(map(len, style.metrics_by_dataset(table).values()))
    groups = table.groupby(["dataset", "curve"], sort=False)
    with style.context():
        height = 0.8 + most * max(0.25, 0.09 * len(looks))
        figure, axes = style.panels(groups.ngroups, height, columns=2)
        for panel, ((dataset, curve), rows) in zip(axes, groups, strict=True):
            style.dots(panel, rows, "metric", style.names(rows, "metric"), looks, by="method")
            panel.axvline(0, color=style.LIMIT_COLOUR, lw=0.8)
            style.percent(panel.xaxis)
            sentences = style.span(rows["sentences"], "sentence")
            panel.set_title(f"{dataset}, {CURVES[curve]} ({sentences})")
        style.label_axes(axes, "Gain, random order to best", "")
        style.legend_above(figure, style.point_handles(looks))
    return figure
