"""Agreement of metrics with people's rankings of single corrections and of systems."""

import pandas as pd
from matplotlib.figure import Figure

from gec_attribution.figures import style

_PANELS = {
    "accuracy": ("Pairs of corrections", "Ordered as by people", 0.5),
    "ts_pearson": ("Systems: Pearson", "$r$ with people's scores", 0.0),
    "ts_spearman": ("Systems: Spearman", r"$\rho$ with people's scores", 0.0),
}
"""Title, label of the axis and chance of each measure."""


def plot(table: pd.DataFrame) -> Figure:
    """One panel per level and measure; in each, one band per kind of judgement and set of systems.

    A band has a point and its 95 % interval for each metric; a line is where a metric that knows
    nothing would be.
    """
    if table["accuracy"].isna().all():
        return style.message("No pair of corrections that people ranked has scores.")
    rows = table.assign(band=table["judged"] + ", " + table["systems"])
    bands, looks = style.names(rows, "band"), style.point_looks(style.names(rows, "metric"))
    with style.context():
        height = 0.8 + len(bands) * max(0.25, 0.12 * len(looks))
        figure, axes = style.panels(len(_PANELS), height, sharey=True)
        for panel, (measure, (title, label, chance)) in zip(axes, _PANELS.items(), strict=True):
            columns = {measure: "value", f"{measure}_low": "low", f"{measure}_high": "high"}
            style.dots(panel, rows.rename(columns=columns), "band", bands, looks)
            panel.axvline(chance, color=style.LIMIT_COLOUR, lw=0.8)
            panel.set(title=title, xlabel=label)
        axes[0].set_title(f"{_PANELS['accuracy'][0]} ({style.span(rows['pairs'])})")
        style.percent(axes[0].xaxis)
        style.legend_above(figure, style.point_handles(looks))
    return figure
