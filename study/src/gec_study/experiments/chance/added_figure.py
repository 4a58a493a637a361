"""What attributions add to the error type."""

from typing import Any

import numpy as np
import pandas as pd
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from gec_attribution.figures import style
from gec_study.experiments.chance.labels import TRUTHS

_OFFSETS = {"type": -0.2, "phi": 0.0, "both": 0.2}
_LOOKS: dict[str, dict[str, Any]] = {
    "type": {"color": "#555555", "marker": "d", "mfc": "none", "label": "Error type"},
    "phi": {"color": style.COLOURS[0], "marker": "o", "label": "Attribution"},
    "both": {"color": style.COLOURS[1], "marker": "s", "label": "Both"},
}


def plot(table: pd.DataFrame) -> Figure:
    """Areas under the ROC curve by metric, a panel for each data set and truth.

    Args:
        table: rows of the result `chance_added`; those of the first method are drawn.
    """
    if table.empty or table["auc"].isna().all():
        return style.message("No edit of which an attribution says something was judged.")
    table = table[table["method"] == table["method"].iloc[0]]
    shown = list(dict.fromkeys(table[["dataset", "truth"]].itertuples(index=False, name=None)))
    # One row of few metrics alone has no room for the legend above it.
    most = max(3, *map(len, style.metrics_by_dataset(table).values()))
    with style.context():
        figure, axes = style.panels(len(shown), 0.9 + 0.3 * most, 2)
        for panel, (dataset, truth) in zip(axes, shown, strict=True):
            rows = table[(table["dataset"] == dataset) & (table["truth"] == truth)]
            y = np.arange(len(rows))
            for name, gain, value in (
                ("type", None, "auc_type"),
                ("phi", "beyond_type", "auc"),
                ("both", "added", "auc_both"),
            ):
                look = _LOOKS[name]
                if gain:
                    ends = (rows["auc_type"] + rows[f"{gain}_{end}"] for end in ("low", "high"))
                    panel.hlines(y + _OFFSETS[name], *ends, color=look["color"], lw=0.9)
                panel.plot(rows[value], y + _OFFSETS[name], ls="none", ms=4, **look)
            panel.axvline(0.5, color=style.LIMIT_COLOUR, lw=0.8)
            panel.set_yticks(y, rows["metric"])
            panel.set_ylim(len(rows) - 0.5, -0.5)
            panel.grid(axis="x")
            panel.set_xlabel("Area under the ROC curve")
            panel.set_title(f"{dataset}, by {TRUTHS[truth]}\n({style.span(rows['edits'])} edits)")
        handles = [Line2D([], [], ls="none", **look) for look in _LOOKS.values()]
        chance = Line2D([], [], color=style.LIMIT_COLOUR, lw=0.8, label="Chance")
        style.legend_above(figure, [*handles, chance])
    return figure
