"""How well φ, trained judges and people tell valid edits from invalid ones."""

from typing import Any

import numpy as np
import pandas as pd
from matplotlib.figure import Figure

from gec_attribution.figures import style
from gec_study.experiments.trained_judge.compute import PEOPLE, PHI
from gec_study.experiments.trained_judge.labels import KNOWS


def plot(table: pd.DataFrame) -> Figure:
    """Areas under the ROC curve, the φ of each metric on top; one panel per data set.

    Args:
        table: rows of `trained_judge`: dataset, knows, metric, auc (and its interval), edits.
    """
    if table["auc"].isna().all():
        return style.message("People judged no edit that has an attribution.")
    datasets = style.names(table, "dataset")
    with style.context():
        most = table.groupby("dataset").size().max()
        figure, axes = style.panels(len(datasets), 0.8 + 0.2 * most, 2)
        for panel, (dataset, rows) in zip(axes, table.groupby("dataset", sort=False), strict=True):
            judges = rows[rows["knows"] != PEOPLE]
            y = np.arange(len(judges))
            for place, row in zip(y, judges.itertuples(), strict=True):
                colour = style.COLOURS[0] if row.knows == PHI else style.COLOURS[1]
                panel.hlines(place, row.auc_low, row.auc_high, color=colour, lw=0.9)
                panel.plot(row.auc, place, ls="", color=colour, marker="o", ms=4)
            for row in rows[rows["knows"] == PEOPLE].itertuples():
                band: dict[str, Any] = {"color": style.CONTEXT_COLOUR, "alpha": 0.4, "lw": 0}
                panel.axvspan(row.auc_low, row.auc_high, **band)
                panel.axvline(row.auc, color="black", lw=0.8, ls=(0, (1, 1.5)))
                above = panel.get_xaxis_transform()
                panel.text(row.auc, 1, "people", ha="center", va="bottom", transform=above)
            names = [
                f"$\\phi$ of {row.metric}" if row.knows == PHI else KNOWS[row.knows]
                for row in judges.itertuples()
            ]
            panel.set_yticks(y, names)
            panel.set_ylim(len(y) - 0.5, -0.5)
            panel.axvline(0.5, color=style.LIMIT_COLOUR, lw=0.8)
            panel.grid(axis="x")
            panel.set_xlabel("Area under the ROC curve")
            edits = style.span(judges["edits"])
            panel.set_title(f"{dataset} ({edits} edits)", loc="left", pad=14)
    return figure
