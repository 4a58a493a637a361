"""How well each predictor orders right and wrong edits, a point each."""

import numpy as np
import pandas as pd
from matplotlib.figure import Figure

from gec_attribution.experiments.chance.labels import ALL, ALL_RIGHT, NORMALISED, TRUTHS, named
from gec_attribution.figures import style

_PAIRS = {"auc_within": "Pairs of edits of one correction", "auc": "Pairs of edits of all sources"}
_LOOKS: dict[str, style.Look] = {
    _PAIRS["auc_within"]: {"color": "black", "ms": 3.5, "marker": "o"},
    _PAIRS["auc"]: {"color": "black", "ms": 3.5, "marker": "o", "mfc": "white"},
}


def plot(table: pd.DataFrame) -> Figure:
    """A panel for each data set and truth, a row for each predictor; φ is by the first method."""
    methods = [name for name in style.names(table, "method") if name]
    rows = table[table["method"].isin(["", *methods[:1]])]
    rows = rows[(rows["part"] == ALL) & rows["measure"].isin(_PAIRS)]
    rows = rows[~rows["predictor"].isin([NORMALISED, ALL_RIGHT])]
    if rows["value"].isna().all():
        return style.message("No edits are known of which some are right and others wrong.")
    predictors = zip(rows["predictor"], rows["metric"], strict=True)
    rows = rows.assign(
        name=[named(*names) for names in predictors], pairs=rows["measure"].map(_PAIRS)
    )
    names, groups = style.names(rows, "name"), rows.groupby(["dataset", "truth"], sort=False)
    ends = rows[["low", "value", "high"]].to_numpy(dtype=float)
    with style.context():
        figure, axes = style.panels(groups.ngroups, 0.9 + 0.19 * len(names), 2, sharey=True)
        for panel, ((dataset, truth), points) in zip(axes, groups, strict=True):
            style.dots(panel, points, "name", names, _LOOKS, by="pairs")
            panel.axvline(0.5, color=style.LIMIT_COLOUR, lw=0.8)
            panel.set_title(f"{dataset} ({style.span(points['edits'], 'edit')}),\n{TRUTHS[truth]}")
            panel.set_xlim(np.nanmin(ends) - 0.02, np.nanmax(ends) + 0.02)
            panel.set_xlabel("AUC")
        style.legend_above(figure, style.point_handles(_LOOKS))
    return figure
