"""Strength of interactions by the number of tokens between two edits."""

import pandas as pd
import seaborn.objects as so
from matplotlib.figure import Figure

from gec_attribution.figures import plots, style


def plot(table: pd.DataFrame) -> Figure:
    """Relative size of interactions by distance: one panel per data set, one line per metric."""
    rows = table[(table["by"] == "distance") & (table["measure"] == "relative")]
    if rows["value"].isna().all():
        return style.message(
            "No two edits of a sentence have an effect and a known interaction."
        )
    pairs = rows.groupby(["dataset", "metric"])["items"].transform("sum")
    rows = rows.assign(pairs=pairs)
    rows = plots.with_panels(rows, "{dataset} ({pairs} of edits)", pairs="pair")
    plot, handles = plots.dots(rows, "group", "metric", line="sure")
    distances = so.Nominal(order=style.names(rows, "group"))
    plot = plot.scale(x=distances, y=plots.PERCENT).limit(y=(0, None))
    plot = plot.label(
        x="Tokens between the two edits", y="Mean $|I|$ / mean $|\\phi|$ of the two"
    )
    return plots.draw(plot, rows, 2.3, handles=handles)
