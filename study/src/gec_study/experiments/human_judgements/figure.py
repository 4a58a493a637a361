"""How well attributions tell the edits that people find valid from the others."""

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from gec_attribution.figures import style
from gec_study.experiments.human_judgements.compute import ALL, PEOPLE

_DOTS = (0, (1, 1.5))
_SPREAD = 0.5  # width over which the methods of a metric stand apart; metrics are 1 apart


def plot(table: pd.DataFrame) -> Figure:
    """Area under the ROC curve of φ by metric and method; one panel per data set.

    Whiskers are 95 % intervals; people's agreement with each other is a band.

    Args:
        table: rows of `human_judgements`, of which those of all edits are drawn: dataset, metric,
            method, type, auc (and its interval), edits, invalid.
    """
    rows = table[table["type"] == ALL]
    metric_rows = rows[rows["metric"] != PEOPLE]
    if metric_rows["auc"].isna().all():
        return style.message("People judged no edit that has an attribution.")
    metrics, methods = style.names(metric_rows, "metric"), style.names(metric_rows, "method")
    colours, markers = style.pick(style.colours(), methods), style.pick(style.MARKERS, methods)
    offsets = np.linspace(-_SPREAD / 2, _SPREAD / 2, len(methods)) if len(methods) > 1 else [0.0]
    datasets = style.names(rows, "dataset")
    with style.context():
        height = 0.8 + 0.17 * max(len(metrics) * len(methods), 6)
        figure, axes = style.panels(len(datasets), height, sharey=True)
        for panel, dataset in zip(axes, datasets, strict=True):
            shown = metric_rows[metric_rows["dataset"] == dataset]
            for method, offset in zip(methods, offsets, strict=True):
                cells = shown[shown["method"] == method].set_index("metric").reindex(metrics)
                y = np.arange(len(metrics)) + offset
                panel.hlines(y, cells["auc_low"], cells["auc_high"], color=colours[method], lw=0.9)
                panel.plot(cells["auc"], y, ls="", color=colours[method], marker=markers[method])
            _draw_people(panel, rows[(rows["metric"] == PEOPLE) & (rows["dataset"] == dataset)])
            edits, invalid = (style.span(shown[column]) for column in ("edits", "invalid"))
            panel.set_title(f"{dataset} ({edits} edits, {invalid} invalid)")
            panel.set_yticks(range(len(metrics)), metrics)
            panel.set_ylim(len(metrics) - 0.4, -0.6)
            panel.grid(axis="x")
        for panel in axes:
            panel.set_xlabel("Area under the ROC curve")
        points = [
            Line2D([], [], ls="", color=colours[method], marker=markers[method], label=method)
            for method in methods
        ]
        people = Line2D([], [], color="black", lw=0.8, ls=_DOTS, label="Between people")
        chance = Line2D([], [], color=style.LIMIT_COLOUR, lw=0.8, label="Chance")
        style.legend_above(figure, [*points, people, chance])
    return figure


def _draw_people(panel: Axes, people: pd.DataFrame) -> None:
    """People's agreement with each other as a band, and chance as a line."""
    for row in people.itertuples():
        panel.axvspan(row.auc_low, row.auc_high, color=style.CONTEXT_COLOUR, alpha=0.4, lw=0)
        panel.axvline(row.auc, color="black", lw=0.8, ls=_DOTS)
    panel.axvline(0.5, color=style.LIMIT_COLOUR, lw=0.8)
