"""Edits that are right by construction, beside those of systems."""

import numpy as np
import pandas as pd
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from gec_attribution.figures import style
from gec_study.experiments.right_by_construction.compute import (
    ALL,
    CHANCE,
    OTHER,
    OWN,
    POSITIVE,
    SHARED,
    TAU,
)

_KINDS = {
    OWN: ("Of the references", "o", style.COLOURS[0]),
    SHARED: ("Of systems, and of a reference", "s", style.COLOURS[2]),
    OTHER: ("Of systems alone", "^", style.COLOURS[1]),
}


def plot(table: pd.DataFrame) -> Figure:
    """A row of two panels for each data set: the share of edits with φ > 0, and τ.

    Args:
        table: rows of `right_by_construction`, of which those of all types are drawn.
    """
    rows = table[table["type"] == ALL]
    if rows.empty or rows["value"].isna().all():
        return style.message("No reference has edits that could be attributed.")
    datasets = style.metrics_by_dataset(rows)
    with style.context():
        height = 0.9 + 0.26 * max(map(len, datasets.values()))
        figure, axes = style.panels(2 * len(datasets), height, 2)
        for (dataset, metrics), left, right in zip(
            datasets.items(), axes[::2], axes[1::2], strict=True
        ):
            own = rows[rows["dataset"] == dataset]
            y = np.arange(len(metrics))
            for kind, offset in zip(_KINDS, (-0.22, 0, 0.22), strict=True):
                _, marker, colour = _KINDS[kind]
                some = own[(own["kind"] == kind) & (own["measure"] == POSITIVE)]
                points = 100 * some.set_index("metric")[["value", "low", "high"]].reindex(metrics)
                left.hlines(y + offset, points["low"], points["high"], color=colour, lw=0.9)
                left.plot(points["value"], y + offset, ls="", marker=marker, color=colour, ms=4)
            tau = own[own["measure"] == TAU].set_index("metric").reindex(metrics)
            _, marker, colour = _KINDS[OWN]
            right.hlines(y, tau["low"], tau["high"], color=colour, lw=0.9)
            right.plot(tau["value"], y, ls="", marker=marker, color=colour, ms=4)
            for panel, by_chance in ((left, 100 * CHANCE[POSITIVE]), (right, CHANCE[TAU])):
                panel.axvline(by_chance, color=style.LIMIT_COLOUR, lw=0.8)
                panel.set_yticks(y, metrics)
                panel.set_ylim(len(metrics) - 0.5, -0.5)
                panel.grid(axis="x")
            left.set_title(dataset)
            left.set_xlabel("Edits with $\\phi$ > 0, %")
            right.set_xlabel("Kendall's $\\tau$, applied edits and score")
            right.set_yticklabels([])
        handles = [
            Line2D([], [], ls="", marker=marker, color=colour, label=label)
            for label, marker, colour in _KINDS.values()
        ]
        chance = Line2D([], [], color=style.LIMIT_COLOUR, lw=0.8, label="Chance")
        style.legend_above(figure, [*handles, chance])
    return figure
