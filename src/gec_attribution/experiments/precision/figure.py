"""Figure 7: the precision of each system by error type, in the sense of equation 6."""

from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Patch, Rectangle

from gec_attribution.figures import style
from gec_attribution.formatting.numerals import numeral

# Hatching over a cell of too few sources.
_FEW: style.Look = {"fill": False, "hatch": "///", "ec": "#888888", "lw": 0}


def plot(table: pd.DataFrame, min_frequency: int) -> Figure:
    """One heatmap per data set and metric: rows are systems with corpus scores, columns types.

    A cell shows the precision above the number of edits; it is hatched where there is no precision,
    and lightly over its colour where there is no interval. Types are in order of frequency.

    A type that is shown has `min_frequency` edits or more, 10 in the paper.
    """
    defined, least = table.dropna(subset="precision"), style.span([min_frequency], "edit")
    if defined.empty:
        return style.message(f"No error type has {least} or more, with an effect, of most systems.")
    types = style.by_frequency(defined)
    groups = table.groupby(["dataset", "metric"], sort=False)
    heights = [rows["system"].nunique() for _, rows in groups]
    lowest = min(0.9, np.floor(defined["precision"].min() * 10) / 10)
    with style.context():
        width = max(style.SINGLE_COLUMN, 0.22 * len(types) + 2.2)
        height = 0.3 * sum(heights) + 0.3 * len(heights) + 1.3
        figure = Figure(figsize=(width, height), layout="constrained")
        panels = figure.subplots(len(heights), squeeze=False, sharex=True, height_ratios=heights)
        axes = panels.ravel()
        for panel, ((dataset, metric), rows) in zip(axes, groups, strict=True):
            mesh = _draw_panel(panel, rows, types, lowest)
            sampled = style.sampled([rows["sampled_edits"].sum()])
            panel.set_title(", ".join(filter(None, [dataset, metric, sampled])))
        axes[-1].set_xticklabels(types, rotation=90)
        figure.colorbar(mesh, ax=axes, label="Precision", aspect=15 * len(heights), pad=0.02)
        patches = []
        if len(defined) < sum(heights) * len(types):
            patches.append(style.undefined_patch(f"fewer than {least}, or no effect"))
        if defined["low"].isna().any():
            patches.append(Patch(label="too few sources for an interval", **_FEW))
        if patches:
            style.legend_above(figure, patches)
    return figure


def _draw_panel(panel: Axes, rows: pd.DataFrame, types: list[str], lowest: float) -> Any:
    scores = rows.groupby("system", sort=False)["corpus_score"].first()
    systems = list(scores.sort_values(kind="stable").index)
    cells = rows.pivot(index="system", columns="type").reindex(index=systems)
    precision, edits = (
        cells[column].reindex(columns=types).to_numpy(float) for column in ("precision", "edits")
    )
    write = np.vectorize(lambda value, count: f"{numeral(value, 2)}\n{count:.0f}", otypes=[str])
    options: style.Look = {"cmap": style.SHARE, "vmin": lowest, "vmax": 1, "fontsize": 7}
    mesh = style.heatmap(panel, precision, write(precision, edits), **options)
    few = ~np.isnan(precision) & cells["low"].reindex(columns=types).isna().to_numpy()
    for row, column in np.argwhere(few):
        panel.add_patch(Rectangle((column, row), 1, 1, **_FEW))
    labels = [f"{system} ({numeral(scores[system], 3)})" for system in systems]
    panel.set_yticklabels(labels)
    return mesh
