"""Figure 7: the precision of each system by error type, in the sense of equation 6."""

from typing import Any

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from gec_attribution.figures import plots, style
from gec_attribution.formatting.numerals import numeral

_LOWEST = 0.5  # of the colours, the same in every file
_CELL = "in a cell: precision, below it the number of edits"
_FEW = "italic: too few sources for an interval"


def plot(table: pd.DataFrame, min_frequency: int) -> Figure:
    """One heat map per data set and metric: rows are systems with corpus scores, columns types.

    A cell shows the precision above the number of edits, in italics where there is no interval; it
    is hatched where there is no precision. Types are in order of frequency. The scale of colours is
    the same in every figure.

    A type that is shown has `min_frequency` edits or more, 10 in the paper.
    """
    defined, least = table.dropna(subset="precision"), style.span([min_frequency], "edit")
    if defined.empty:
        return style.message(f"No error type has {least} or more, with an effect, of most systems.")
    types = style.by_frequency(defined)
    groups = table.groupby(["dataset", "metric"], sort=False)
    heights = [rows["system"].nunique() for _, rows in groups]
    with style.context():
        height = 0.32 * sum(heights) / len(heights) + 1.6
        width = min(style.DOUBLE_COLUMN, max(3.8, 0.34 * len(types) + 1.9))
        figure, _ = style.page(len(heights), height, 1, width)
        panels = plots.grid(figure, len(heights), 1, sharex=True, height_ratios=heights)
        for panel, ((dataset, metric), rows) in zip(panels, groups, strict=True):
            mesh = _draw_panel(panel, rows, types)
            sampled = style.sampled([rows["sampled_edits"].sum()])
            panel.set_title(", ".join(filter(None, [dataset, metric, sampled])))
        panels[-1].tick_params(axis="x", rotation=90)
        bar: style.Look = {"aspect": 12 * len(heights), "pad": 0.02, "extend": "min"}
        figure.colorbar(mesh, ax=panels, label="Precision", **bar)
        handles = [style.note(_CELL)]
        if defined["low"].isna().any():
            handles.append(style.note(_FEW))
        if len(defined) < sum(heights) * len(types):
            handles.append(style.undefined_patch(f"fewer than {least}, or no effect"))
        style.legend_above(figure, handles)
    return figure


def _draw_panel(panel: Axes, rows: pd.DataFrame, types: list[str]) -> Any:
    scores = rows.groupby("system", sort=False)["corpus_score"].first().sort_values(kind="stable")
    cells = rows.pivot(index="system", columns="type").reindex(index=scores.index)
    precision, edits, low = (
        cells[column].reindex(columns=types) for column in ("precision", "edits", "low")
    )
    texts = precision.map(lambda value: numeral(value, 2)) + edits.map("\n{:.0f}".format)
    precision.index = [f"{system} ({numeral(score, 3)})" for system, score in scores.items()]
    mesh = plots.heatmap(panel, precision, texts, cmap=style.SHARE, vmin=_LOWEST, vmax=1)
    has_few = low.isna().to_numpy()[precision.notna().to_numpy()]
    for text, few in zip(panel.texts, has_few, strict=True):
        text.set_fontstyle("italic" if few else "normal")
    return mesh
