"""Figure 3: how consistent each method is when edits of one sign are grouped."""

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Patch

from gec_attribution.figures import style

MEASURES = {
    "sign_agreement": "Sign\nagreement",
    "pearson": "Pearson\n(magnitude)",
    "spearman": "Spearman\n(magnitude)",
}
_WIDTH = 0.82  # of a group of bars; groups are 1 apart
_FEW, _WHAT_FEW = "////////", "too few sources (n) for an interval"


def plot(table: pd.DataFrame) -> Figure:
    """Rows of panels are data sets, columns are metrics; bars are measures, coloured by method.

    More than three metrics continue on a further row of the same data set. Whiskers are 95 %
    intervals; a bar that has none, for its sources are too few, is hatched on white and says how
    many they are; a value that is not defined is written as `n/a`.
    """
    table = table[table["measure"].isin(MEASURES)]
    if table["value"].isna().all():
        return style.message("No sentence in range has edits of both signs.")
    metrics, methods = style.metrics_by_dataset(table), style.names(table, "method")
    fills, hatches = style.pick(style.FILLS, methods), style.pick(style.HATCHES, methods)
    columns = min(max(map(len, metrics.values())), style.MAX_COLUMNS)
    shown: list[tuple[str, str] | None] = []  # None for a panel that stays unused
    for dataset, names in metrics.items():
        shown += [*((dataset, metric) for metric in names), *[None] * (-len(names) % columns)]
    with style.context():
        figure, axes = style.panels(len(shown), 1.75, columns, sharey=True)
        for index, (panel, what) in enumerate(zip(axes, shown, strict=True)):
            if what is None:
                panel.remove()
                continue
            dataset, metric = what
            chosen = table[(table["dataset"] == dataset) & (table["metric"] == metric)]
            _draw_bars(panel, chosen, fills, hatches)
            panel.set_title(f"{metric}\n{style.span(chosen['sentences'], 'sentence')}")
            if index % columns == 0:
                panel.set_ylabel(dataset)
        lowest = min(0, table["low"].min(), table["value"].min())
        axes[0].set_ylim(np.floor(lowest * 4) / 4, 1.02)
        swatches = [
            Patch(fc=fills[method], hatch=hatches[method], ec="black", lw=0.4, label=method)
            for method in methods
        ]
        if _few(table).any():
            swatches.append(Patch(fc="white", hatch=_FEW, ec="black", lw=0.4, label=_WHAT_FEW))
        style.legend_above(figure, swatches)
    return figure


def _few(rows: pd.DataFrame) -> pd.Series:
    """Mask of values without an interval."""
    return rows["value"].notna() & rows["low"].isna()


def _draw_bars(panel: Axes, rows: pd.DataFrame, fills: dict, hatches: dict) -> None:
    """The bars of one data set and metric: for each measure a group with one bar per method."""
    width = _WIDTH / len(fills)
    offsets = style.side_by_side(_WIDTH - width, fills)
    for (method, fill), offset in zip(fills.items(), offsets, strict=True):
        group = rows[rows["method"] == method].set_index("measure").reindex(list(MEASURES))
        x = np.arange(len(MEASURES)) + offset
        look = {"color": fill, "hatch": hatches[method], "ec": "black", "lw": 0.4}
        bars = panel.bar(x, group["value"], width, **look)
        panel.vlines(x, group["low"], group["high"], color="black", lw=0.8)
        for place, bar, few, row in zip(x, bars, _few(group), group.itertuples(), strict=True):
            if few:
                bar.set(fc="white", ec=fill, hatch=_FEW)
            if few or np.isnan(row.value):
                label = f"n = {row.sources:.0f}" if few else "n/a"
                text = panel.text(place, 0.03, label, rotation=90, ha="center", va="bottom")
                text.set(fontsize=7, bbox={"fc": "white", "ec": "none", "pad": 0.6})
    panel.axhline(0, color="black", lw=0.6)
    panel.set_xticks(range(len(MEASURES)), MEASURES.values(), linespacing=style.LINE_SPACING)
    panel.set(xlabel="", ylabel="")
    panel.tick_params(axis="x", length=0)
    panel.grid(axis="y")
