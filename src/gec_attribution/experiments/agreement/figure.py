"""Figure 4: how often the sign of an attribution agrees with the references."""

import pandas as pd
import seaborn.objects as so
from matplotlib.figure import Figure

from gec_attribution.experiments.agreement.labels import PROTOCOLS
from gec_attribution.figures import plots, style

_DASHES = (4, 1.6)
_TICKS = [0.2, 0.4, 0.6, 0.8, 1.0]


def plot(table: pd.DataFrame) -> Figure:
    """Agreement by threshold: a panel for each protocol, data set and metric, a line a method."""
    if table["agreement"].isna().all():
        return style.message("No edit could be compared with a reference.")
    panels = table.groupby(["dataset", "protocol", "metric"])
    rows = table.assign(
        protocol=table["protocol"].map(PROTOCOLS).map(style.typeset),
        sampled=panels["sampled_edits"].transform(style.sampled, before=", "),
    )
    title = "{protocol}\n{dataset}, {metric}\n({sentences}{sampled})"
    rows = plots.with_panels(rows, title, sentences="sentence")
    constant = so.Line(linewidth=0.9, linestyle=_DASHES)
    plot = (
        plots.curves(rows, "threshold", "agreement", "method")
        .add(constant, y="constant", marker=None, legend=False)
        .scale(x=so.Continuous().tick(at=_TICKS), y=plots.PERCENT)
        .label(x="Threshold on normalised $|\\phi|$", y="Agreement with the references")
    )
    columns = table.groupby("dataset")["metric"].nunique().max()
    handle = style.mark("every edit called right", ls=(0, _DASHES))
    return plots.draw(plot, rows, 2.2, columns, handles=[handle])
