"""Figure 6: the mean normalised attribution of each error type, by metric."""

from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from gec_attribution.figures import style
from gec_attribution.formatting.numerals import numeral
from gec_attribution.statistics.bootstrap import SIGNIFICANCE

_CROWD = 9  # columns of cells that fit side by side


def plot(table: pd.DataFrame, min_frequency: int) -> Figure:
    """One heatmap per data set: rows are error types, the most frequent first, columns metrics.

    Means that differ from 0 at the 5 % level, after Holm's correction over the means of the data
    set, are bold. All panels share one colour scale, symmetric about 0. Panels with types in
    common have the same rows, those frequent enough in one of them; a cell without a mean is
    hatched. The number of edits is right of its row, of sampled attributions in the title.

    A type that is shown has `min_frequency` edits or more, 31 in the paper.
    """
    defined, least = table.dropna(subset="mean"), style.span([min_frequency], "edit")
    if defined.empty:
        return style.message(f"No error type has {least} or more with a known attribution.")
    metrics = style.metrics_by_dataset(table)
    datasets = list(metrics)
    types = _types_by_dataset(defined, datasets)
    alike = len(set(map(tuple, types.values()))) == 1
    widest, longest = (max(map(len, each.values())) for each in (metrics, types))
    limit = defined["mean"].abs().max() or 1.0
    columns = min(len(datasets), max(1, _CROWD // widest))
    rows = -(-len(datasets) // columns)
    with style.context():
        height = 0.17 * longest + 0.5 + 0.6 / rows
        figure, axes = style.panels(len(datasets), height, columns, sharey=alike)
        narrow = columns * widest <= 3
        figure.set_figwidth(style.SINGLE_COLUMN if narrow else style.DOUBLE_COLUMN)
        for panel, dataset in zip(axes, datasets, strict=True):
            rows_here = types[dataset]
            shown = table[(table["dataset"] == dataset) & table["type"].isin(rows_here)]
            mesh = _draw_panel(panel, shown, rows_here, metrics[dataset], limit)
            if not alike:
                panel.set_yticklabels(rows_here)
            sampled = style.sampled(shown.groupby("metric")["sampled_edits"].sum())
            panel.set_title("\n".join(filter(None, [dataset, sampled])))
        axes[0].set_yticklabels(types[datasets[0]])
        figure.colorbar(mesh, ax=axes, label="Mean normalised $\\phi$", aspect=30 * rows, pad=0.02)
        if len(defined) < sum(len(types[name]) * len(metrics[name]) for name in datasets):
            style.legend_above(figure, [style.undefined_patch(f"fewer than {least}")])
    return figure


def _types_by_dataset(defined: pd.DataFrame, datasets: list[str]) -> dict[str, list[str]]:
    """The rows of each data set's panel: its types and those of data sets that share any.

    A data set without any type that is frequent enough has the rows of all.
    """
    types = {name: set(defined.loc[defined["dataset"] == name, "type"]) for name in datasets}
    rows = {}
    for name in datasets:
        alike = [other for other in datasets if types[other] & types[name]] or datasets
        rows[name] = style.by_frequency(defined[defined["dataset"].isin(alike)])
    return rows


def _draw_panel(
    panel: Axes, rows: pd.DataFrame, types: list[str], metrics: list[str], limit: float
) -> Any:
    """A heatmap of means by type and metric, with the number of edits right of each row."""
    cells = rows.pivot(index="type", columns="metric").reindex(index=types)
    means, p = (
        cells[column].reindex(columns=metrics).to_numpy(float) for column in ("mean", "p_holm")
    )
    texts = np.vectorize(lambda mean: numeral(mean, 2, signed=True), otypes=[str])(means)
    colours: style.Look = {"cmap": style.SIGNED, "vmin": -limit, "vmax": limit}
    mesh = style.heatmap(panel, means, texts, fontsize=7.5, **colours)
    for text, p_value in zip(panel.texts, p[~np.isnan(means)], strict=True):
        text.set(weight="bold" if p_value < SIGNIFICANCE else "normal", va="center_baseline")
    panel.set_xticklabels(
        [metric.replace(" ", "\n") for metric in metrics], linespacing=style.LINE_SPACING
    )
    spans = rows.groupby("type")["edits"].agg(style.span)
    style.numbers_of_edits(panel, spans.reindex(types, fill_value=""))
    return mesh
