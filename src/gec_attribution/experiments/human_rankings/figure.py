"""Agreement of metrics with people's rankings of single corrections and of systems."""

import pandas as pd
from matplotlib.figure import Figure

from gec_attribution.figures import plots, style

_PANELS = {
    "accuracy": ("Pairs of corrections", "Ordered as by people", 0.5),
    "ts_pearson": ("Systems: Pearson", "$r$ with people's scores", 0.0),
    "ts_spearman": ("Systems: Spearman", r"$\rho$ with people's scores", 0.0),
}
"""Title, label of the axis and chance of each measure."""


def plot(table: pd.DataFrame) -> Figure:
    """One panel per level and measure; in each, a row per kind of judgement and set of systems."""
    if table["accuracy"].isna().all():
        return style.message("No pair of corrections that people ranked has scores.")
    table = table.assign(row=table["judged"] + ",\n" + table["systems"])
    parts = []
    for measure, (title, _, _) in _PANELS.items():
        columns = {measure: "value", f"{measure}_low": "low", f"{measure}_high": "high"}
        counted = f" ({style.span(table['pairs'])})" if measure == "accuracy" else ""
        part = table[["row", "metric", *columns]].rename(columns=columns)
        parts.append(part.assign(panel=title + counted))
    rows = pd.concat(parts)
    chances = [chance for _, _, chance in _PANELS.values()]
    figure = plots.dot_rows(
        rows, "row", "metric", label="", reference=chances, columns=len(parts)
    )
    for panel, (_, label, _) in zip(figure.axes, _PANELS.values(), strict=True):
        panel.set_xlabel(label)
    figure.axes[0].xaxis.set_major_formatter(plots.AS_PERCENT)
    return figure
