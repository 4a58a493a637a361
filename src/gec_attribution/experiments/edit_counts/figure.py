"""Figure 2: the share of sentences that have at most each number of edits."""

import pandas as pd
import seaborn.objects as so
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.ticker import MaxNLocator

from gec_attribution.figures import plots, style

_ALMOST_ALL = 0.99
_BEYOND = 2  # numbers of edits that are shown after the limit, at least
_CROWD, _PART = 7, 5  # the most systems of a panel that has all, and of one that has a part


def plot(table: pd.DataFrame, exact_up_to: int) -> Figure:
    """One panel per data set, one line and 95 % band per system, a red line at the limit.

    More than seven systems have several panels for a data set, with five of them each. The
    horizontal axis ends where 99 % of each system's sentences are reached; the title says how many
    have more edits than it shows.

    Attributions are exact up to `exact_up_to` edits, 10 in the paper.
    """
    if table.empty:
        return style.message("No sentence was counted.")
    systems = style.names(table, "system")
    size = len(systems) if len(systems) <= _CROWD else _PART
    table = table.assign(part=table["system"].map(systems.index) // size)
    ends = {dataset: _end(rows, exact_up_to) for dataset, rows in table.groupby("dataset")}

    def title(dataset: str, part: int, rows: pd.DataFrame) -> str:
        return _title(dataset, part if size < len(systems) else None, rows, ends[dataset])

    rows = plots.with_panels(table, ["dataset", "part"], title)
    rows = rows[rows["edits"] <= rows["dataset"].map(ends)]
    plot = (
        so.Plot(rows, x="edits", y="ratio", color="system", marker="system")
        .add(plots.BAND, ymin="low", ymax="high", marker=None, legend=False)
        .add(plots.LINE)
        .scale(**plots.told_apart(systems))
        .share(x=False)
        .label(x="Number of edits", y="Cumulative share of sentences")
    )
    label = f"exact up to {style.span([exact_up_to], 'edit')}"
    limit = Line2D([], [], color=style.LIMIT_COLOUR, lw=1, label=label)
    # Of many systems, the legend has several lines.
    height = 2.3 if size == len(systems) else 3.0
    figure, axes = plots.draw(plot, rows, height, handles=[limit])
    for panel in axes:
        panel.axvline(exact_up_to, color=style.LIMIT_COLOUR, lw=1)
        panel.xaxis.set_major_locator(MaxNLocator(integer=True))
        panel.set_ylim(None, 1.01)
        panel.grid(axis="y")
    return figure


def _end(rows: pd.DataFrame, exact_up_to: int) -> int:
    """The number of edits up to which almost all sentences of a data set are shown."""
    reached = rows[rows["ratio"] >= _ALMOST_ALL].groupby("system")["edits"].min().max()
    return max(exact_up_to, min(rows["edits"].max(), max(reached, exact_up_to + _BEYOND)))


def _title(dataset: str, part: int | None, rows: pd.DataFrame, end: int) -> str:
    counted = rows.groupby("system")["sentences"].sum()
    number = "" if part is None else f", part {part + 1}"
    title = f"{dataset}{number} ({style.span(counted, 'sentence')})"
    beyond = int(rows.loc[rows["edits"] > end, "sentences"].sum())
    if not beyond:
        return title
    most = style.span([end + 1, rows["edits"].max()], "edit")
    return f"{title}\n{beyond:,} with {most} not shown"
