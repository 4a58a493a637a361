"""Figure 2: the share of sentences that have at most each number of edits."""

from collections import Counter

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.ticker import MaxNLocator

from gec_attribution.figures import style

_ALMOST_ALL = 0.99
_BEYOND = 2  # numbers of edits that are shown after the limit, at least
_CROWD = 7  # systems that one panel can tell apart
_SHARES = (0, 0.5, 0.8, 0.9, 0.95, 0.97, 0.99, 1)  # with a line and a number
_LEFT = 0.01  # added to the share that is left, so that 100 % has a place
_TOP = 1.002
_PART = 5  # systems of a panel, where one panel cannot hold them all


def plot(table: pd.DataFrame, exact_up_to: int) -> Figure:
    """One panel per data set, one curve and 95 % band per system, a red line at `exact_up_to`.

    More than seven systems have several panels for a data set, with five of them each; the others'
    curves are grey there. Where panels show different systems, each has a legend of its own. The
    vertical axis is stretched towards 100 %. The other one ends where 99 % of each system's
    sentences are reached; the title says how many have more edits than it shows.

    Attributions are exact up to `exact_up_to` edits, 10 in the paper.
    """
    if table.empty:
        return style.message("No sentence was counted.")
    shown = [
        (dataset, part)
        for dataset in style.names(table, "dataset")
        for part in _parts(style.names(table[table["dataset"] == dataset], "system"))
    ]
    same = all(part == shown[0][1] for _, part in shown)
    limit = Line2D([], [], color=style.LIMIT_COLOUR, lw=1, label=style.span([exact_up_to], "edit"))
    with style.context():
        most = max(Counter(dataset for dataset, _ in shown).values())
        columns = min(most, style.MAX_COLUMNS) if most > 1 else style.MAX_COLUMNS
        abreast = 2 if columns < style.MAX_COLUMNS else 1  # entries of a panel's own legend
        height = 2.3 if same else 2.4 + 0.16 / abreast * max(len(part) for _, part in shown)
        figure, axes = style.panels(len(shown), height, columns, sharey=True)
        for panel, (dataset, part) in zip(axes, shown, strict=True):
            rows = table[table["dataset"] == dataset]
            handles = _draw_curves(panel, rows, part)
            panel.axvline(exact_up_to, color=style.LIMIT_COLOUR, lw=1)
            _end_axis(panel, rows, part, exact_up_to)
            if not same:
                # Below the axis: in the panel it would cut the line of the limit.
                place = (0.5, -0.28)
                panel.legend(
                    handles=handles, loc="upper center", bbox_to_anchor=place, ncols=abreast
                )
        # Once all is drawn, since the panels share the axis.
        for panel in axes:
            # The remaining share of sentences by its logarithm separates 97 % from 99 %.
            panel.set_yscale("function", functions=(_stretch, _stretched_back))
            panel.set_yticks(_SHARES)
            style.percent(panel.yaxis)
            panel.set(ylim=(0, _TOP))
        style.label_axes(axes, "Number of edits", "Cumulative share of sentences")
        style.legend_above(figure, [*handles, limit] if same else [limit])
    return figure


def _stretch(share: np.ndarray) -> np.ndarray:
    return -np.log(_LEFT + 1 - np.minimum(share, _TOP))


def _stretched_back(place: np.ndarray) -> np.ndarray:
    return _LEFT + 1 - np.exp(-place)


def _parts(systems: list[str]) -> list[list[str]]:
    """The systems of each panel of a data set."""
    size = len(systems) if len(systems) <= _CROWD else _PART
    return [systems[start : start + size] for start in range(0, len(systems), size)]


def _draw_curves(panel: Axes, rows: pd.DataFrame, systems: list[str]) -> list[Line2D]:
    """The curves of some systems over those of all others; returns the legend's entries."""
    looks = style.point_looks(systems)
    shown = rows["system"].isin(systems)
    for _, curve in rows[~shown].groupby("system", sort=False):
        panel.plot(curve["edits"], curve["ratio"], color=style.CONTEXT_COLOUR, lw=0.6, zorder=1)
    for system, look in looks.items():
        curve = rows[rows["system"] == system].sort_values("edits")
        style.band(panel, curve["edits"], curve["low"], curve["high"], look["color"])
        panel.plot(curve["edits"], curve["ratio"], mew=0, **look)
    panel.grid(axis="y")
    return [Line2D([], [], label=system, **look) for system, look in looks.items()]


def _end_axis(panel: Axes, rows: pd.DataFrame, systems: list[str], exact_up_to: int) -> None:
    """Show a data set up to where almost all of its sentences are, and say what is beyond."""
    reached = rows[rows["ratio"] >= _ALMOST_ALL].groupby("system")["edits"].min().max()
    end = min(rows["edits"].max(), max(reached, exact_up_to + _BEYOND))
    panel.set_xlim(-0.5, max(end, exact_up_to) + 0.5)
    panel.xaxis.set_major_locator(MaxNLocator(integer=True))
    shown = rows[rows["system"].isin(systems)]
    counted = shown.groupby("system")["sentences"].sum()
    title = f"{rows['dataset'].iloc[0]} ({style.span(counted, 'sentence')})"
    if beyond := int(shown.loc[shown["edits"] > end, "sentences"].sum()):
        most = style.span([end + 1, rows["edits"].max()], "edit")
        title += f"\n{beyond:,} with {most} not shown"
    panel.set_title(title, linespacing=style.LINE_SPACING)
