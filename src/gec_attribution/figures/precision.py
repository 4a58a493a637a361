"""Figure 7: the precision of each system by error type, in the sense of equation 6."""

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from gec_attribution.figures import style


def plot(table: pd.DataFrame, min_frequency: int) -> Figure:
    """A heatmap a data set and metric: systems with their corpus scores by error types.

    A cell shows the precision above the number of edits; it is hatched where there are too few.
    Types are in order of frequency; one that no system corrects often enough is left out.

    Args:
        table: rows of `precision`: dataset, metric, system, type, precision (and its interval) in
            [0, 1], edits, corpus_score (of dataset, metric and system).
        min_frequency: the fewest edits of a type that is shown; 10 in the paper.
    """
    defined = table.dropna(subset="precision")
    if defined.empty:
        among = ", ".join(style.names(table, "dataset")) or "any data set"
        return style.message(
            f"No system makes at least {min_frequency} edits of one error type in {among}."
        )
    frequency = defined.groupby("type")["edits"].sum()
    types = sorted(frequency.index, key=lambda name: (-frequency[name], name))
    groups = table.groupby(["dataset", "metric"], sort=False)
    heights = [rows["system"].nunique() for _, rows in groups]
    lowest = float(np.floor(defined["precision"].min() * 10) / 10)
    lowest = min(lowest, 0.9)
    with style.context():
        size = (
            max(style.DOUBLE_COLUMN, 0.22 * len(types) + 2),
            0.3 * sum(heights) + 0.75 * len(heights) + 0.9,
        )
        figure = Figure(figsize=size, layout="constrained")
        axes = figure.subplots(len(heights), 1, squeeze=False, sharex=True, height_ratios=heights)[
            :, 0
        ]
        for panel, ((dataset, metric), rows) in zip(axes, groups, strict=True):
            mesh = _draw_panel(panel, rows, types, lowest)
            panel.set_title(f"{dataset}, {metric}")
        axes[-1].set_xticks(range(len(types)), types, rotation=90)
        figure.colorbar(mesh, ax=axes, label="Precision", aspect=15 * len(heights), pad=0.02)
        style.legend_above(figure, [style.undefined_patch(f"fewer than {min_frequency} edits")])
    return figure


def _draw_panel(panel: Axes, rows: pd.DataFrame, types: list[str], lowest: float) -> object:
    systems = style.names(rows, "system")
    cells = rows.pivot(index="system", columns="type").reindex(index=systems)
    precision, edits = (
        cells[column].reindex(columns=types).to_numpy(float) for column in ("precision", "edits")
    )
    mesh = style.heatmap(panel, precision, cmap=style.SHARE, vmin=lowest, vmax=1)
    for row, column in np.argwhere(~np.isnan(precision)):
        value = precision[row, column]
        panel.text(
            column,
            row,
            f"{value:.2f}\n{edits[row, column]:.0f}",
            color=style.ink_on(mesh.to_rgba(value)),
            fontsize=7,
            linespacing=0.95,
            ha="center",
            va="center",
        )
    scores = rows.groupby("system")["corpus_score"].first()
    panel.set_yticks(
        range(len(systems)), [f"{system} ({scores[system]:.3f})" for system in systems]
    )
    return mesh
