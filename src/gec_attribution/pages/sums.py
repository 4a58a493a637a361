"""A figure of what edits contribute over a corpus."""

import pandas as pd

from gec_attribution.figures import style
from gec_attribution.formatting.control_characters import visible
from gec_attribution.pages.waterfall import Picture


def bars(sums: pd.DataFrame, by: str) -> Picture:
    """Bars of the mean normalised φ, one panel for each metric and method.

    Args:
        sums: as `Records.summed` gives them.
        by: the column whose values have a bar each.
    """
    values = list(dict.fromkeys(sums[by]))
    panels = list(sums.groupby(["metric", "method"], sort=False))
    with style.context():
        height = 0.9 + 0.2 * max(len(values), 1)
        figure = Picture(figsize=(style.DOUBLE_COLUMN, height), layout="constrained")
        grid = figure.subplots(1, max(len(panels), 1), sharey=True, squeeze=False)
        for axes, ((metric, method), own) in zip(grid[0], panels, strict=False):
            means = own.set_index(by)["mean_normalised"].reindex(values)
            colours = [style.POSITIVE if mean > 0 else style.NEGATIVE for mean in means]
            axes.barh(range(len(values)), means, height=0.7, color=colours, ec="white")
            axes.axvline(0, color="black", lw=0.6)
            axes.set(xlabel="mean normalised φ", title=f"{metric}, {method}")
        # A dollar sign would begin a formula.
        names = [visible(str(value)).replace("$", r"\$") for value in values]
        grid[0][0].set_yticks(range(len(values)), names)
        grid[0][0].set_ylim(len(values) - 0.4, -0.6)
    return figure
