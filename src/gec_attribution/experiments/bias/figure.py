"""Figure 6: the mean normalised attribution of each error type, by metric."""

from typing import Any

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from gec_attribution.figures import plots, style
from gec_attribution.formatting.numerals import numeral
from gec_attribution.statistics.bootstrap import SIGNIFICANCE

_BOLD = f"bold: differs from 0 (p < {SIGNIFICANCE:g} after Holm)"
_CELL, _ROW = 0.55, 0.17  # inches
_MOST_IN_A_COLUMN = 3  # metrics


def plot(table: pd.DataFrame, min_frequency: int) -> Figure:
    """One heat map per data set: rows are error types, the most frequent first, columns metrics.

    Means that differ from 0 at the 5 % level, after Holm's correction over the means of the data
    set, are bold. All panels share one colour scale, symmetric about 0; a cell without a mean is
    hatched. The number of edits is right of its row, of sampled attributions in the title.

    A type that is shown has `min_frequency` edits or more, 31 in the paper.
    """
    defined, least = table.dropna(subset="mean"), style.span([min_frequency], "edit")
    if defined.empty:
        return style.message(f"No error type has {least} or more with a known attribution.")
    datasets = style.names(defined, "dataset")
    types = {name: style.by_frequency(rows) for name, rows in defined.groupby("dataset")}
    metrics = table.groupby("dataset")["metric"].nunique().max()
    side_by_side = max(1, int(style.DOUBLE_COLUMN / (1.6 + _CELL * metrics)))
    limit = defined["mean"].abs().max() or 1.0
    with style.context():
        height = _ROW * max(map(len, types.values())) + 1.2
        width = style.DOUBLE_COLUMN if metrics > _MOST_IN_A_COLUMN else None
        figure, columns = style.page(len(datasets), height, side_by_side, width)
        panels = plots.grid(figure, len(datasets), columns)
        for panel, dataset in zip(panels, datasets, strict=True):
            rows = table[(table["dataset"] == dataset) & table["type"].isin(types[dataset])]
            mesh = _draw_panel(panel, rows, types[dataset], limit)
        rows_of_panels = -(-len(datasets) // columns)
        bar: style.Look = {"aspect": 30 * rows_of_panels, "pad": 0.02}
        figure.colorbar(mesh, ax=panels, label="Mean normalised $\\phi$", **bar)
        handles = [style.note(_BOLD)]
        if any(panel.patch.get_hatch() for panel in panels):
            handles.append(style.undefined_patch(f"fewer than {least}"))
        style.legend_above(figure, handles)
    return figure


def _draw_panel(panel: Axes, rows: pd.DataFrame, types: list[str], limit: float) -> Any:
    """A heat map of means by type and metric, with the number of edits right of each row."""
    metrics = style.names(rows, "metric")
    cells = rows.pivot(index="type", columns="metric").reindex(index=types)
    means, p = (cells[column].reindex(columns=metrics) for column in ("mean", "p_holm"))
    means.columns = [metric.replace(" ", "\n") for metric in metrics]
    mesh = plots.heatmap(panel, means, _mean, cmap=style.SIGNED, vmin=-limit, vmax=limit)
    is_bold = (p < SIGNIFICANCE).to_numpy()[means.notna().to_numpy()]
    for text, bold in zip(panel.texts, is_bold, strict=True):
        text.set(weight="bold" if bold else "normal", va="center_baseline")
    sampled = style.sampled(rows.groupby("metric")["sampled_edits"].sum())
    dataset = rows["dataset"].iloc[0]
    panel.set_title("\n".join(filter(None, [dataset, sampled])))
    spans = rows.groupby("type")["edits"].agg(style.span)
    plots.numbers_of_edits(panel, spans.reindex(types, fill_value=""))
    return mesh


def _mean(mean: float) -> str:
    """A mean with its sign, unless it is rounded to zero."""
    text = numeral(mean, 2, signed=True)
    return text if text.strip("+−0.") else "0.00"
