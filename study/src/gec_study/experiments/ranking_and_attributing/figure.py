"""How metrics rank and how they attribute, a point each."""

import pandas as pd
from matplotlib.figure import Figure

from gec_attribution.figures import style
from gec_attribution.formatting.numerals import numeral

_LABELS = {"accuracy": "Pairs ordered as by people", "ts_spearman": "Systems: $\\rho$ with people"}
_BASE = "base"


def plot(table: pd.DataFrame) -> Figure:
    """A panel for each way of judging and measure of ranking.

    Args:
        table: rows of `ranking_and_attributing`, of which those of the base set are drawn.
    """
    rows = table[table["systems"] == _BASE]
    if rows.empty or rows["auc"].isna().all():
        return style.message("No metric both ranks corrections and attributes judged edits.")
    looks = style.point_looks(style.names(rows, "metric"))
    shown = list(dict.fromkeys(rows[["judged", "measure"]].itertuples(index=False, name=None)))
    with style.context():
        figure, axes = style.panels(len(shown), 2.2, 2, sharey=True)
        for panel, (judged, measure) in zip(axes, shown, strict=True):
            points = rows[(rows["judged"] == judged) & (rows["measure"] == measure)]
            for point in points.itertuples():
                look = looks[point.metric]
                panel.vlines(
                    point.ranking, point.auc_low, point.auc_high, color=look["color"], lw=0.7
                )
                panel.plot(point.ranking, point.auc, ls="", ms=4.5, **look)
            panel.axhline(0.5, color=style.LIMIT_COLOUR, lw=0.8)
            rho = numeral(points["spearman"].iloc[0], 2)
            panel.set_title(f"{judged} ($\\rho$ = {rho} of {len(points)} metrics)")
            panel.set_xlabel(_LABELS[measure])
            panel.grid(axis="both")
        axes[0].set_ylabel("Edits: area under the ROC curve")
        style.legend_above(figure, style.point_handles(looks))
    return figure
