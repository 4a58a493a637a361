"""Where the mean score of each system comes from: a waterfall from the sources to the score."""

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Patch

from gec_attribution.figures import style
from gec_attribution.formatting.numerals import decimals_for, numeral
from gec_study.experiments.score_decomposition.compute import (
    SCORE,
    SOURCE,
    TYPE,
    UNATTRIBUTED,
)

_NAMES = {SOURCE: "sources", UNATTRIBUTED: "not attributed", SCORE: "score"}
_REST = "other types"
_TYPES = 8  # with a bar of their own: what is left is small, and a panel stays a glance
_HEIGHT = 0.135  # of a bar and the gap after it, in inches


def plot(table: pd.DataFrame, metric: str) -> Figure:
    """One panel per system: the mean score of the sources, to which each type adds its part.

    The types that move the mean scores most, in either direction and over all systems, have bars
    of their own, the largest first, with whiskers for the 95 % intervals; the others are added up.
    What is not attributed has a bar only where a system has such sentences.

    Args:
        table: rows of `score_decomposition` of one data set: metric, system, by, group, value,
            low, high, sentences, unattributed.
        metric: the metric that is drawn.
    """
    table = table[table["metric"] == metric]
    if not table["value"].notna().any():
        return style.message("No sentence has a score from every system.")
    shown = with_rest(table, _TYPES)
    systems, groups = style.names(shown, "system"), style.names(shown, "group")
    dataset = shown["dataset"].iloc[0]
    with style.context():
        height = 0.75 + _HEIGHT * len(groups)
        figure, axes = style.panels(len(systems), height, sharey=True, sharex=True)
        for panel, system in zip(axes, systems, strict=True):
            rows = shown[shown["system"] == system].set_index("group").loc[groups]
            _draw_waterfall(panel, rows)
            score = rows["value"].iloc[-1]
            panel.set_title(f"{system}: {numeral(score, decimals_for([score], 4))}")
        first_panel = axes[0]
        first_panel.set_yticks(range(len(groups)), [_NAMES.get(group, group) for group in groups])
        first_panel.set_ylim(len(groups) - 0.4, -0.6)
        low, high = _limits(shown)
        first_panel.set_xlim(low, high)
        for panel in axes[-min(len(axes), style.MAX_COLUMNS) :]:
            panel.set_xlabel(f"Mean {metric}")
            panel.tick_params(labelbottom=True)
        sentences = style.span(shown["sentences"])
        patches = [
            Patch(color=style.POSITIVE, label="raises the score"),
            Patch(color=style.NEGATIVE, label="lowers it"),
            Patch(color=style.CONTEXT_COLOUR, label=f"mean of {sentences} sentences of {dataset}"),
        ]
        style.legend_above(figure, patches)
    return figure


def with_rest(table: pd.DataFrame, types: int) -> pd.DataFrame:
    """The rows of each system with all but the largest types added up, in the order of the bars."""
    by_type = table[table["by"] == TYPE]
    sizes = by_type["value"].abs().groupby(by_type["group"]).sum()
    largest = sorted(sizes.index, key=lambda name: (-sizes[name], name))[:types]
    attributed = bool((table["unattributed"] == 0).all())
    parts = []
    for _, rows in table.groupby("system", sort=False):
        own = rows.set_index("group")
        others = rows[(rows["by"] == TYPE) & ~rows["group"].isin(largest)]
        rest = own.loc[[SOURCE]].assign(value=others["value"].sum(), low=np.nan, high=np.nan)
        parts += [own.loc[[SOURCE, *largest]], rest.set_axis([_REST])]
        parts += [own.loc[[SCORE] if attributed else [UNATTRIBUTED, SCORE]]]
    return pd.concat(parts).rename_axis("group").reset_index()


def _draw_waterfall(panel: Axes, rows: pd.DataFrame) -> None:
    value = rows["value"].to_numpy()
    source, score = value[0], value[-1]
    ends = np.cumsum(value[:-1])
    places = np.arange(1, len(value) - 1)
    colours = np.where(value[1:-1] >= 0, style.POSITIVE, style.NEGATIVE)
    panel.barh(places, value[1:-1], left=ends[:-1], height=0.7, color=colours, lw=0)
    low, high = (rows[bound].to_numpy()[1:-1] + ends[:-1] for bound in ("low", "high"))
    panel.hlines(places, low, high, color="black", lw=0.7)
    # Each bar begins where the one above it ends.
    panel.vlines(ends, np.arange(len(ends)), np.arange(1, len(ends) + 1), color="#777777", lw=0.5)
    for place, end in ((0, source), (len(value) - 1, score)):
        panel.plot([end], [place], ls="", marker="D", color="black", ms=3.5)
    panel.axvline(source, color=style.CONTEXT_COLOUR, lw=0.8, zorder=0)
    panel.grid(axis="x")


def _limits(rows: pd.DataFrame) -> tuple[float, float]:
    """What a waterfall reaches, over all systems, with a margin."""
    reached = []
    for _, own in rows.groupby("system", sort=False):
        value, low, high = own[["value", "low", "high"]].to_numpy(dtype=float).T
        ends = np.cumsum(value[:-1])
        reached += [ends, low[1:-1] + ends[:-1], high[1:-1] + ends[:-1]]
    known = np.concatenate(reached)
    low, high = np.nanmin(known), np.nanmax(known)
    margin = 0.04 * (high - low) or 0.01
    return low - margin, high + margin
