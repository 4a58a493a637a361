"""Plots of seaborn in the house style: panels of marks, rows of dots, and heat maps.

A plot is a `seaborn.objects.Plot` of a table with a column `panel`, the title of each row's panel.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np
import pandas as pd
import seaborn as sns
import seaborn.objects as so
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from gec_attribution.figures import style

DOT, OPEN_DOT = so.Dot(pointsize=4, edgewidth=0), so.Dot(pointsize=4, fill=False, stroke=0.9)
LINE = so.Line(linewidth=1, pointsize=3.5, edgewidth=0)
BAND, RANGE = so.Band(alpha=0.15, edgewidth=0), so.Range(linewidth=0.9)
DODGE = so.Dodge(by=["color"])
FEW = "open: too few sources for an interval"


def with_panels(
    table: pd.DataFrame, keys: Sequence[str], title: Callable[..., str]
) -> pd.DataFrame:
    """A table with the title of each row's panel, in the column `panel`.

    Args:
        table: its rows are sorted by `keys`, names in the order in which they first appear.
        keys: the columns whose values are those of a panel.
        title: takes these values and the rows of the panel.
    """
    order = {key: style.names(table, key) for key in keys}
    rows = table.sort_values(
        list(keys), key=lambda column: column.map(order[column.name].index), kind="stable"
    )
    parts = [
        shown.assign(panel=title(*names, shown))
        for names, shown in rows.groupby(list(keys), sort=False)
    ]
    return pd.concat(parts)


def told_apart(names: Sequence[str]) -> dict[str, so.Nominal]:
    """Scales that give each name a colour and a marker, the same in every panel."""
    looks = style.point_looks(names)
    return {
        key: so.Nominal([look[key] for look in looks.values()], order=list(names))
        for key in ("color", "marker")
    }


def draw(
    plot: so.Plot,
    rows: pd.DataFrame,
    height: float,
    columns: int = style.MAX_COLUMNS,
    handles: Sequence[Artist] = (),
) -> tuple[Figure, list[Axes]]:
    """Draw the panels of a plot, row by row, with the legend above them.

    Args:
        plot: a plot of `rows`.
        rows: the table, of `with_panels`.
        height: of a row of panels, in inches.
        columns: the most panels side by side.
        handles: further entries of the legend.
    """
    titles = style.names(rows, "panel")
    figure, columns = style.page(len(titles), height, columns)
    plot = plot.facet("panel", order=titles, wrap=columns)
    plot.theme(style.settings()).on(figure).plot()
    entries: list[Any] = []
    for legend in figure.legends:
        entries += legend.legend_handles
        for handle, text in zip(entries, legend.get_texts(), strict=True):
            handle.set_label(text.get_text())
    figure.legends.clear()
    with style.context():
        style.legend_above(figure, [*entries, *handles])
    return figure, figure.axes


def dots(rows: pd.DataFrame, places: str, by: str, values: str = "y") -> so.Plot:
    """Dots with their intervals side by side, coloured by a column; open ones have no interval.

    Args:
        rows: of `with_panels`, with the columns `value`, `low` and `high`.
        places: the column of the nominal axis.
        by: the column of the names that colour and marker tell apart.
        values: the axis of the values.
    """
    other = "x" if values == "y" else "y"
    rows = rows.dropna(subset="value")
    few = rows["low"].isna()
    rows = rows.assign(sure=rows["value"].mask(few), few=rows["value"].where(few))
    moves = () if places == by else (DODGE,)
    axes = {values: "value", other: places}
    ends = {f"{values}min": "low", f"{values}max": "high"}
    return (
        so.Plot(rows, **axes, color=by, marker=by)
        .add(RANGE, *moves, **ends, marker=None, legend=False)
        .add(DOT, *moves, **{values: "sure"})
        .add(OPEN_DOT, *moves, **{values: "few"}, legend=False)
        .scale(**told_apart(style.names(rows, by)))
    )


def few_handles(rows: pd.DataFrame) -> list[Artist]:
    """The legend entry of open dots, if there are any."""
    if not (rows["value"].notna() & rows["low"].isna()).any():
        return []
    return [Line2D([], [], ls="none", marker="o", mfc="none", color="#555555", label=FEW)]


def dot_rows(
    rows: pd.DataFrame,
    places: str,
    by: str,
    *,
    label: str,
    reference: float,
    columns: int = 2,
) -> tuple[Figure, list[Axes]]:
    """A row for each name, the first on top, with a dot for each name of another column.

    Args:
        rows: as for `dots`.
        places: the column of the rows' names.
        by: as for `dots`.
        label: title of the horizontal axis.
        reference: value without meaning, such as chance, at which a line stands.
        columns: the most panels side by side.
    """
    rows = rows.dropna(subset="value")
    names = {frozenset(shown) for _, shown in rows.groupby("panel")[places]}
    plot = dots(rows, places, by, "x").share(x=False, y=len(names) == 1).label(x=label, y="")
    height = 0.75 + max(map(len, names)) * max(0.2, 0.11 * rows[by].nunique())
    figure, axes = draw(plot, rows, height, columns, few_handles(rows))
    for panel in axes:
        panel.axvline(reference, color=style.LIMIT_COLOUR, lw=0.8, zorder=0)
        panel.grid(axis="x")
        separate_rows(panel)
    return figure, axes


def separate_rows(panel: Axes) -> None:
    """Draw a thin line between the rows of a nominal axis."""
    for place in np.arange(len(panel.get_yticks()) - 1) + 0.5:
        panel.axhline(place, color="#DDDDDD", lw=0.5, zorder=0)
    panel.tick_params(axis="y", length=0)


def heatmap(
    axes: Axes, values: pd.DataFrame, texts: Callable[[Any], str] | pd.DataFrame, **options: Any
) -> Any:
    """Coloured cells with a text in each; cells without a value are hatched.

    Args:
        axes: where to draw.
        values: rows and columns of the map.
        texts: texts of the same shape, or a function that writes a value.
        options: passed to `seaborn.heatmap` (`cmap`, `vmin`, `vmax`).

    Returns:
        What a colour bar is made from.
    """
    annotations = values.map(texts) if callable(texts) else texts
    sns.heatmap(
        values.astype(float),
        ax=axes,
        annot=annotations,
        annot_kws={"size": 7.5},
        fmt="",
        cbar=False,
        linewidths=0.8,
        xticklabels=True,
        yticklabels=True,
        **options,
    )
    if values.isna().any(axis=None):
        axes.patch.set(fc="white", ec="#999999", lw=0, hatch=style.UNDEFINED_HATCH)
    axes.set(xlabel="", ylabel="")
    axes.tick_params(length=0, rotation=0)
    return axes.collections[0]


def grid(figure: Figure, count: int, columns: int, **options: Any) -> list[Axes]:
    """Panels of a figure, row by row; options are those of `Figure.subplots`."""
    axes = figure.subplots(-(-count // columns), columns, squeeze=False, **options).ravel()
    for unused in axes[count:]:
        unused.remove()
    return axes[:count].tolist()


def band(axes: Axes, x: pd.Series, low: pd.Series, high: pd.Series, colour: str) -> None:
    """The intervals of a curve, as a band in its colour."""
    axes.fill_between(x, low, high, color=colour, alpha=0.18, lw=0)


def numbers_of_edits(axes: Axes, texts: Iterable[str]) -> None:
    """Write a number of edits right of each row of a heatmap, in a column with a heading."""
    right = axes.secondary_yaxis("right")
    right.set_yticks(axes.get_yticks(), texts)
    right.tick_params(length=0)
    right.spines[:].set_visible(False)
    # Above the column; beside it, the label would seem to belong to the next panel.
    right.set_ylabel("edits", rotation=0, ha="left", va="bottom")
    right.yaxis.set_label_coords(1.02, 1.0)
