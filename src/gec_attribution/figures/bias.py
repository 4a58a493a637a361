"""Figure 6: the mean normalised attribution of each error type, by metric."""

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from gec_attribution.figures import style


def plot(table: pd.DataFrame, min_frequency: int) -> Figure:
    """A heatmap a data set: rows are error types, the most frequent first; columns are metrics.

    Means whose 95 % interval excludes 0 are bold. All panels share one colour scale, symmetric
    about 0. A type with fewer than `min_frequency` edits for every metric is left out; a cell
    without a mean is hatched. The number of edits stands to the right of its row.

    Args:
        table: rows of `bias`: dataset, metric, type, mean (and its interval) in [-1, 1], edits.
        min_frequency: the fewest edits of a type that is shown; 31 in the paper.
    """
    defined = table.dropna(subset="mean")
    if defined.empty:
        among = ", ".join(style.names(table, "dataset")) or "any data set"
        return style.message(f"No error type occurs at least {min_frequency} times in {among}.")
    datasets, metrics = style.names(table, "dataset"), style.names(table, "metric")
    frequency = defined.groupby("type")["edits"].sum()
    types = sorted(frequency.index, key=lambda name: (-frequency[name], name))
    limit = float(defined["mean"].abs().max())
    with style.context():
        width = style.SINGLE_COLUMN if len(datasets) * len(metrics) <= 4 else style.DOUBLE_COLUMN
        figure = Figure(figsize=(width, 0.17 * len(types) + 1.1), layout="constrained")
        axes = figure.subplots(1, len(datasets), squeeze=False, sharey=True)[0]
        for panel, dataset in zip(axes, datasets, strict=True):
            rows = table[(table["dataset"] == dataset) & table["type"].isin(types)]
            mesh = _draw_panel(panel, rows, types, metrics, limit)
            panel.set_title(dataset)
        axes[0].set_yticks(range(len(types)), types)
        figure.colorbar(mesh, ax=axes, label="Mean normalised $\\phi$", aspect=30, pad=0.02)
        style.legend_above(figure, [style.undefined_patch(f"fewer than {min_frequency} edits")])
    return figure


def _draw_panel(
    panel: Axes, rows: pd.DataFrame, types: list[str], metrics: list[str], limit: float
) -> object:
    cells = rows.pivot(index="type", columns="metric").reindex(index=types)
    means, low, high = (
        cells[column].reindex(columns=metrics).to_numpy(float) for column in ("mean", "low", "high")
    )
    mesh = style.heatmap(panel, means, cmap=style.SIGNED, vmin=-limit, vmax=limit)
    for row, column in np.argwhere(~np.isnan(means)):
        mean = means[row, column]
        excludes_zero = low[row, column] > 0 or high[row, column] < 0
        panel.text(
            column,
            row,
            f"{mean:+.2f}".replace("-", "−"),
            color=style.ink_on(mesh.to_rgba(mean)),
            weight="bold" if excludes_zero else "normal",
            fontsize=7.5,
            ha="center",
            va="center_baseline",
        )
    panel.set_xticks(range(len(metrics)), metrics)
    counts = rows.groupby("type")["edits"]
    right = panel.secondary_yaxis("right")
    right.set_yticks(range(len(types)), [style.span(counts.get_group(t)) for t in types])
    return mesh
