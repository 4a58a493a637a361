"""Figure 2: the share of sentences that have at most each number of edits."""

import pandas as pd
from matplotlib.figure import Figure

from gec_attribution.figures import plots, style

_ALMOST_ALL = 0.99
_BEYOND = 2  # numbers of edits that are shown after the limit, at least
# The most systems of a panel that has all, and of one that has a part.
_CROWD, _PART = 7, 5


def plot(table: pd.DataFrame, exact_up_to: int) -> Figure:
    """One panel per data set, one line and 95 % band per system, a red line at the limit.

    The title says how many sentences have more edits than the horizontal axis shows.
    """
    if table.empty:
        return style.message("No sentence was counted.")
    systems = style.names(table, "system")
    is_crowd = len(systems) > _CROWD
    table = table.assign(part="")
    if is_crowd:
        part = table["system"].map(systems.index) // _PART + 1
        table["part"] = ", part " + part.astype(str)
    panels = []
    for _, of_dataset in table.groupby("dataset", sort=False):
        end = _end(of_dataset, exact_up_to)
        for _, of_part in of_dataset.groupby("part", sort=False):
            shown = of_part[of_part["edits"] <= end]
            panels.append(shown.assign(panel=_title(of_part, end)))
    rows = pd.concat(panels)
    plot = (
        plots.curves(rows, "edits", "ratio", "system")
        .share(x=False)
        .scale(x=plots.INTEGERS)
        .limit(y=(0, 1.03))
        .label(x="Number of edits", y="Cumulative share of sentences")
    )
    label = f"exact up to {style.span([exact_up_to], 'edit')}"
    limit = style.mark(label, color=style.LIMIT_COLOUR)
    # Of many systems, the legend has several lines.
    figure = plots.draw(plot, rows, 3.0 if is_crowd else 2.3, handles=[limit])
    for panel in figure.axes:
        panel.axvline(exact_up_to, color=style.LIMIT_COLOUR, lw=1)
    return figure


def _end(rows: pd.DataFrame, exact_up_to: int) -> int:
    """The number of edits up to which almost all sentences of a data set are shown."""
    covering = rows[rows["ratio"] >= _ALMOST_ALL]
    covering_every_system = covering.groupby("system")["edits"].min().max()
    wanted = max(covering_every_system, exact_up_to + _BEYOND)
    return max(exact_up_to, min(rows["edits"].max(), wanted))


def _title(rows: pd.DataFrame, end: int) -> str:
    first = rows.iloc[0]
    sentences = rows.groupby("system")["sentences"].sum()
    title = f"{first['dataset']}{first['part']} ({style.span(sentences, 'sentence')})"
    left_out = rows[rows["edits"] > end]
    beyond = left_out["sentences"].sum()
    if not beyond:
        return title
    edits = style.span([end + 1, rows["edits"].max()], "edit")
    return f"{title}\n{beyond:,.0f} with {edits} not shown"
