"""Figure 4: how often the sign of an attribution agrees with the references."""

import pandas as pd
import seaborn.objects as so
from matplotlib.figure import Figure

from gec_attribution.experiments.agreement.labels import BEST_AGREEING
from gec_attribution.figures import plots, style

_DASHES = (4, 1.6)
_TICKS = [0.2, 0.4, 0.6, 0.8, 1.0]


def plot(table: pd.DataFrame) -> Figure:
    """Agreement by the paper's protocol, which takes the reference that agrees best."""
    return curves_of(table, BEST_AGREEING)


def curves_of(table: pd.DataFrame, protocol: str) -> Figure:
    """Agreement by threshold: a panel for each data set and metric, a line for each method."""
    table = table[table["protocol"] == protocol]
    if table["agreement"].isna().all():
        return style.message("No edit could be compared with a reference.")
    sampled = table.groupby(["dataset", "metric"])["sampled_edits"]
    rows = table.assign(sampled=sampled.transform(style.sampled, before=", "))
    title = "{dataset}, {metric}\n({sentences}{sampled})"
    rows = plots.with_panels(rows, title, sentences="sentence")
    plot = plots.curves(rows, "threshold", "agreement", "method")
    constant = so.Line(linewidth=0.9, linestyle=_DASHES)
    plot = plot.add(constant, y="constant", marker=None, legend=False)
    plot = plot.scale(x=so.Continuous().tick(at=_TICKS), y=plots.PERCENT)
    plot = plot.label(
        x="Threshold on normalised $|\\phi|$", y="Agreement with the references"
    )
    columns = table.groupby("dataset")["metric"].nunique().max()
    handle = style.mark("every edit called right", ls=(0, _DASHES))
    return plots.draw(plot, rows, 2.2, columns, handles=[handle])
