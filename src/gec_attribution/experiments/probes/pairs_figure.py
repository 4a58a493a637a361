"""Differences between attributions of the same edit in two sentences, which differ in one word."""

import pandas as pd
from matplotlib.figure import Figure

from gec_attribution.experiments.probes.labels import ALL, DIFFERENCE, DIRECTED
from gec_attribution.figures import plots, style


def plot(table: pd.DataFrame) -> Figure:
    """Mean paired differences of φ, relative to mean |φ|: a panel for each data set.

    There is a row for each contrast with a direction, and for each word of the others.
    """
    rows = table[table["measure"] == DIFFERENCE]
    if rows["value"].isna().all():
        return style.message(
            "No edit of two compared sentences has a known attribution."
        )
    contrasts = rows["kind"].map(DIRECTED).map(" − ".join, na_action="ignore")
    rows = rows.assign(
        name=rows["group"].mask(rows["group"] == ALL, contrasts), panel=rows["dataset"]
    )
    label = "Mean difference of $\\phi$ / mean $|\\phi|$"
    return plots.dot_rows(
        rows,
        "name",
        "metric",
        label=label,
        reference=0,
        meaning="no difference",
        scale=plots.PERCENT,
    )
