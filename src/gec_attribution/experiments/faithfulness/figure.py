"""Early gains of a correction whose edits are applied in the order of φ."""

import pandas as pd
from matplotlib.figure import Figure

from gec_attribution.experiments.faithfulness.table import CURVES
from gec_attribution.figures import plots, style


def plot(table: pd.DataFrame) -> Figure:
    """Gain in area: a panel per data set and curve, a row per metric, in it a dot per method."""
    if table["value"].isna().all():
        return style.message("No sentence of three edits or more has all its scores.")
    rows = plots.with_panels(table, ["dataset", "curve"], _title)
    label = "Gain, random order to best"
    figure, axes = plots.dot_rows(rows, "metric", "method", label=label, reference=0)
    for panel in axes:
        style.percent(panel.xaxis)
    return figure


def _title(dataset: str, curve: str, rows: pd.DataFrame) -> str:
    return (
        f"{dataset}, {style.typeset(CURVES[curve])} ({style.span(rows['sentences'], 'sentence')})"
    )
