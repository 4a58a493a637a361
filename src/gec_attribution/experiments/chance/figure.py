"""Order of right and wrong edits by each predictor, a dot each."""

import pandas as pd
from matplotlib.figure import Figure

from gec_attribution.experiments.chance.labels import (
    ALIKE,
    ALL,
    ALL_RIGHT,
    NORMALISED,
    PREDICTORS,
    TRUTHS,
)
from gec_attribution.figures import plots, style
from gec_attribution.judging.predictors import names_of_predictors

_WITHIN = "auc_within"
_PAIRS = {
    _WITHIN: "Pairs of edits of one correction",
    "auc": "Pairs of edits of all sources",
}


def plot(table: pd.DataFrame) -> Figure:
    """A panel for each data set and truth, a row for each predictor; φ is by the first method."""
    methods = [name for name in style.names(table, "method") if name]
    rows = table[table["method"].isin(["", *methods[:1]])]
    rows = rows[(rows["part"] == ALL) & rows["measure"].isin(_PAIRS)]
    rows = rows[~rows["predictor"].isin([NORMALISED, ALL_RIGHT])]
    by_construction = rows["predictor"].isin(ALIKE) & (rows["measure"] == _WITHIN)
    rows = rows[~by_construction & rows["value"].notna()]
    if rows.empty:
        return style.message(
            "No edits are known of which some are right and others wrong."
        )
    rows = rows.assign(
        name=names_of_predictors(rows, PREDICTORS),
        pairs=rows["measure"].map(_PAIRS),
        truth=rows["truth"].map(TRUTHS).map(style.typeset),
    )
    rows = plots.with_panels(rows, "{dataset} ({edits}),\n{truth}", edits="edit")
    return plots.dot_rows(rows, "name", "pairs", label="AUC", reference=0.5)
