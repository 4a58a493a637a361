"""Figure 2: the share of sentences that have at most each number of edits."""

import pandas as pd
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.ticker import MaxNLocator

from gec_attribution.figures import plots, style

_ALMOST_ALL = 0.99
_BEYOND = 2  # numbers of edits that are shown after the limit, at least
_CROWD = 7  # systems that one panel can tell apart
_PART = 5  # systems of a panel, where one panel cannot hold them all


def plot(table: pd.DataFrame, exact_up_to: int) -> Figure:
    """One panel per data set, one curve and 95 % band per system, a red line at the limit.

    More than seven systems have several panels for a data set, with five of them each; the others'
    curves are grey there. Where panels show different systems, each has a legend of its own. The
    horizontal axis ends where 99 % of each system's sentences are reached; the title says how many
    have more edits than it shows.

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
    label = f"exact up to {style.span([exact_up_to], 'edit')}"
    limit = Line2D([], [], color=style.LIMIT_COLOUR, lw=1, label=label)
    with style.context():
        height = 2.3 if same else 2.4 + 0.16 * max(len(part) for _, part in shown)
        figure, columns = style.page(len(shown), height)
        panels = plots.grid(figure, len(shown), columns, sharey=True)
        for panel, (dataset, part) in zip(panels, shown, strict=True):
            rows = table[table["dataset"] == dataset]
            end = _end(rows, exact_up_to)
            handles = _draw_curves(panel, rows[rows["edits"] <= end + 1], part)
            panel.axvline(exact_up_to, color=style.LIMIT_COLOUR, lw=1)
            panel.set_xlim(-0.5, end + 0.5)
            panel.set_title(_title(rows[rows["system"].isin(part)], end))
            panel.xaxis.set_major_locator(MaxNLocator(integer=True))
            panel.set(xlabel="Number of edits", ylim=(None, 1.01))
            if not same:
                # Below the axis: in the panel it would cut the line of the limit.
                panel.legend(handles=handles, loc="upper center", bbox_to_anchor=(0.5, -0.28))
        for panel in panels[::columns]:
            panel.set_ylabel("Cumulative share of sentences")
        style.legend_above(figure, [*handles, limit] if same else [limit])
    return figure


def _parts(systems: list[str]) -> list[list[str]]:
    """The systems of each panel of a data set."""
    size = len(systems) if len(systems) <= _CROWD else _PART
    return [systems[start : start + size] for start in range(0, len(systems), size)]


def _end(rows: pd.DataFrame, exact_up_to: int) -> int:
    """The number of edits up to which almost all sentences of a data set are shown."""
    reached = rows[rows["ratio"] >= _ALMOST_ALL].groupby("system")["edits"].min().max()
    return max(exact_up_to, min(rows["edits"].max(), max(reached, exact_up_to + _BEYOND)))


def _draw_curves(panel: plots.Axes, rows: pd.DataFrame, systems: list[str]) -> list[Line2D]:
    """The curves of some systems over those of all others; returns the legend's entries."""
    looks = style.point_looks(systems)
    for _, curve in rows[~rows["system"].isin(systems)].groupby("system", sort=False):
        panel.plot(curve["edits"], curve["ratio"], color=style.CONTEXT_COLOUR, lw=0.6, zorder=1)
    for system, look in looks.items():
        curve = rows[rows["system"] == system].sort_values("edits")
        plots.band(panel, curve["edits"], curve["low"], curve["high"], look["color"])
        panel.plot(curve["edits"], curve["ratio"], mew=0, **look)
    panel.grid(axis="y")
    return [Line2D([], [], label=system, **look) for system, look in looks.items()]


def _title(rows: pd.DataFrame, end: int) -> str:
    counted = rows.groupby("system")["sentences"].sum()
    title = f"{rows['dataset'].iloc[0]} ({style.span(counted, 'sentence')})"
    beyond = int(rows.loc[rows["edits"] > end, "sentences"].sum())
    if not beyond:
        return title
    most = style.span([end + 1, rows["edits"].max()], "edit")
    return f"{title}\n{beyond:,} with {most} not shown"
