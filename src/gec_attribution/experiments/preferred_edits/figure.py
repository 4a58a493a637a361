"""Areas of the predictors of which of two corrections people prefer, a dot each."""

import pandas as pd
from matplotlib.figure import Figure

from gec_attribution.experiments.preferred_edits.labels import (
    ALL_RIGHT,
    PREDICTORS,
    SYSTEMS,
)
from gec_attribution.figures import plots, style
from gec_attribution.judging.predictors import names_of_predictors

_MEASURES = {"auc": "AUC", "balanced_accuracy": "Balanced accuracy of the sign"}


def plot(table: pd.DataFrame) -> Figure:
    """A panel for each way of judging, of the pairs of systems alone; a row for each predictor."""
    rows = table[(table["pairs_of"] == SYSTEMS) & (table["predictor"] != ALL_RIGHT)]
    if rows["value"].isna().all():
        return style.message("No two corrections are known of which people prefer one.")
    names = names_of_predictors(rows, PREDICTORS)
    rows = rows.assign(name=names, shown=rows["measure"].map(_MEASURES))
    rows = plots.with_panels(rows, "{dataset}, {judged} ({pairs})", pairs="pair")
    return plots.dot_rows(rows, "name", "shown", label="AUC or accuracy", reference=0.5)
