"""How well each predictor tells which of two corrections people prefer, a point each."""

import numpy as np
import pandas as pd
from matplotlib.figure import Figure

from gec_attribution.experiments.preferred_edits.labels import ALL_RIGHT, SYSTEMS, named
from gec_attribution.figures import style

_MEASURES = {"auc": "AUC", "balanced_accuracy": "Balanced accuracy of the sign"}
_LOOKS: dict[str, style.Look] = {
    _MEASURES["auc"]: {"color": "black", "ms": 3.5, "marker": "o"},
    _MEASURES["balanced_accuracy"]: {"color": "black", "ms": 3.5, "marker": "o", "mfc": "white"},
}


def plot(table: pd.DataFrame) -> Figure:
    """A panel for each way of judging, of the pairs of systems alone."""
    rows = table[(table["pairs_of"] == SYSTEMS) & (table["predictor"] != ALL_RIGHT)]
    if rows["value"].isna().all():
        return style.message("No two corrections are known of which people prefer one.")
    predictors = zip(rows["predictor"], rows["metric"], strict=True)
    rows = rows.assign(
        name=[named(*names) for names in predictors], shown=rows["measure"].map(_MEASURES)
    )
    names, groups = style.names(rows, "name"), rows.groupby(["dataset", "judged"], sort=False)
    ends = rows[["low", "value", "high"]].to_numpy(dtype=float)
    with style.context():
        figure, axes = style.panels(groups.ngroups, 0.9 + 0.19 * len(names), 2, sharey=True)
        for panel, ((dataset, judged), points) in zip(axes, groups, strict=True):
            style.dots(panel, points, "name", names, _LOOKS, by="shown")
            panel.axvline(0.5, color=style.LIMIT_COLOUR, lw=0.8)
            panel.set_title(f"{dataset}, {judged} ({style.span(points['pairs'], 'pair')})")
            panel.set_xlim(np.nanmin(ends) - 0.02, np.nanmax(ends) + 0.02)
        style.legend_above(figure, style.point_handles(_LOOKS))
    return figure
