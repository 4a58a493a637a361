"""Early gains of a correction whose edits are applied in the order of φ."""

import pandas as pd
from matplotlib.figure import Figure

from gec_attribution.experiments.faithfulness.table import CURVES
from gec_attribution.figures import plots, style


def plot(table: pd.DataFrame) -> Figure:
    """Gain in area: a panel per data set and curve, a row per metric, in it a dot per method."""
    if table["value"].isna().all():
        return style.message("No sentence of three edits or more has all its scores.")
    rows = table.assign(curve=table["curve"].map(CURVES).map(style.typeset))
    rows = plots.with_panels(
        rows, "{dataset}, {curve} ({sentences})", sentences="sentence"
    )
    return plots.dot_rows(
        rows,
        "metric",
        "method",
        label="Gain, random order to best",
        reference=0,
        meaning="random order",
        scale=plots.PERCENT,
    )
