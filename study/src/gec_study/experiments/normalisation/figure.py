"""How well normalised φ tells right edits from wrong ones, and how much better than φ."""

import pandas as pd
from matplotlib.figure import Figure

from gec_attribution.figures import style
from gec_study.experiments.normalisation.compute import AUC
from gec_study.experiments.normalisation.labels import TRUTHS


def plot(table: pd.DataFrame) -> Figure:
    """Two panels for each data set: the areas of normalised φ, and those minus the areas of φ.

    Args:
        table: rows of the result `normalisation`, of which those of areas are drawn.
    """
    rows = table[table["measure"] == AUC]
    if rows["normalised"].isna().all():
        return style.message("No edit that has an attribution was judged.")
    looks = style.point_looks(style.names(rows, "metric"))
    datasets = style.names(rows, "dataset")
    bands = max(rows[rows["dataset"] == name]["part"].nunique() for name in datasets)
    with style.context():
        height = 0.9 + bands * max(0.19, 0.07 * len(looks))
        figure, axes = style.panels(2 * len(datasets), height, 2)
        for dataset, areas, gains in zip(datasets, axes[::2], axes[1::2], strict=True):
            shown = rows[rows["dataset"] == dataset]
            parts = style.names(shown, "part")
            scores = {name: looks[name] | {"ms": 3.5} for name in style.names(shown, "metric")}
            for panel, column in ((areas, "normalised"), (gains, "difference")):
                ends = {f"{column}_{end}": end for end in ("low", "high")}
                names = {"normalised": "_", "difference": "_", column: "value", **ends}
                kept = shown[["metric", "part", *ends, column]].rename(columns=names)
                style.dots(panel, kept, "part", parts, scores)
            areas.axvline(0.5, color=style.LIMIT_COLOUR, lw=0.8)
            gains.axvline(0, color=style.LIMIT_COLOUR, lw=0.8)
            gains.set_yticklabels([])
            areas.set_xlabel("Normalised $\\phi$: area under the ROC curve")
            gains.set_xlabel("Minus the area of $\\phi$")
            areas.set_title(f"{dataset}, by {TRUTHS[shown['truth'].iloc[0]]}", loc="left")
            edits = style.span(shown.groupby("metric")["edits"].max())
            gains.set_title(f"{edits} edits", loc="right")
        style.legend_above(figure, style.point_handles(looks))
    return figure
