"""Plots of seaborn in the house style: panels of curves and dots, and heat maps.

A plot is a `seaborn.objects.Plot` of a table with a column `panel`, the title of each row's panel.
"""

import math
from collections.abc import Mapping, Sequence
from string import Formatter
from typing import Any

import matplotlib as mpl
import numpy as np
import pandas as pd
import seaborn as sns
import seaborn.objects as so
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Patch
from matplotlib.ticker import FuncFormatter, MaxNLocator

from gec_attribution.figures import style
from gec_attribution.formatting.numerals import numeral

DOT = so.Dot(pointsize=4, edgewidth=0)
OPEN_DOT = so.Dot(pointsize=4, fill=False, stroke=0.9)
LINE = so.Line(linewidth=1, pointsize=3.5, edgewidth=0)
BAND = so.Band(alpha=0.15, edgewidth=0)
RANGE = so.Range(linewidth=0.9)
DODGE = so.Dodge(by=["color"])
_AROUND_MAP = 0.4, 1.6  # inches beside and above the names and cells of a heat map
_CHARACTER = 0.055
FEW = "open: too few sources for an interval"

AS_PERCENT = FuncFormatter(lambda share, _place: f"{numeral(100 * share, 0)} %")
PERCENT = so.Continuous().label(AS_PERCENT)
"""An axis of shares, which writes them as whole percentages."""
INTEGERS = so.Continuous().tick(MaxNLocator(integer=True, min_n_ticks=1))


def with_panels(table: pd.DataFrame, title: str, **units: str) -> pd.DataFrame:
    """A table with the title of each row's panel, in the column `panel`.

    Args:
        table: its rows are sorted by panel, names in the order in which they first appear.
        title: a format string with names of columns; their values tell the panels apart.
        units: unit of the numbers in each other column of the title, such as
            `sentences="sentence"`.
    """
    named = [name for _, name, _, _ in Formatter().parse(title) if name]
    keys = [name for name in named if name not in units]
    parts = []
    for _, shown in table.groupby([pd.factorize(table[key])[0] for key in keys]):
        texts = {key: shown[key].iloc[0] for key in keys}
        for column, unit in units.items():
            texts[column] = style.span(shown[column], unit)
        parts.append(shown.assign(panel=title.format(**texts)))
    # seaborn tells rows apart by their index.
    return pd.concat(parts, ignore_index=True)


def told_apart(names: Sequence[str]) -> dict[str, so.Nominal]:
    """Scales that give each name a colour and a marker, the same in every panel."""
    order = list(names)
    return {
        "color": so.Nominal(style.pick(style.colours(), names), order=order),
        "marker": so.Nominal(style.pick(style.MARKERS, names), order=order),
    }


def draw(
    plot: so.Plot,
    rows: pd.DataFrame,
    height: float,
    columns: int = style.MAX_COLUMNS,
    *,
    grid: str = "y",
    handles: Sequence[Artist] = (),
) -> Figure:
    """Draw the panels of a plot, row by row, with the legend above them.

    Args:
        plot: a plot of `rows`.
        rows: the table, of `with_panels`.
        height: height of a row of panels, in inches.
        columns: the most panels side by side.
        grid: the axis whose ticks have lines.
        handles: further entries of the legend.
    """
    titles = style.names(rows, "panel")
    figure, columns = style.page(len(titles), height, columns)
    plot = plot.facet("panel", order=titles, wrap=columns)
    settings = {**style.settings(), "axes.grid": True, "axes.grid.axis": grid}
    plot.theme(settings).on(figure).plot()
    entries: list[Any] = []
    for legend in figure.legends:
        entries += legend.legend_handles
        for handle, text in zip(entries, legend.get_texts(), strict=True):
            handle.set_label(text.get_text())
    figure.legends.clear()
    with style.context():
        style.legend_above(figure, [*entries, *handles])
    return figure


def curves(rows: pd.DataFrame, x: str, y: str, by: str) -> so.Plot:
    """Curves with their intervals as bands, coloured by a column.

    Args:
        rows: table of `with_panels`, with the columns `low` and `high`.
        x: the column of the horizontal axis.
        y: the column of the vertical axis.
        by: the column of the names that colour and marker tell apart.
    """
    plot = so.Plot(rows, x=x, y=y, color=by, marker=by)
    plot = plot.add(BAND, ymin="low", ymax="high", marker=None, legend=False)
    return plot.add(LINE).scale(**told_apart(style.names(rows, by)))


def dots(
    rows: pd.DataFrame, places: str, by: str, values: str = "y", line: str | None = None
) -> tuple[so.Plot, list[Artist]]:
    """Dots with their intervals, coloured by a column; open ones have no interval.

    Args:
        rows: table of `with_panels`, with the columns `value`, `low` and `high`.
        places: the column of the other axis; at a name, dots stand side by side.
        by: the column of the names that colour and marker tell apart.
        values: the axis of the values.
        line: a column of values that are connected; `sure` has those with an interval.

    Returns:
        The plot, and further entries of its legend.
    """
    other = "x" if values == "y" else "y"
    rows = rows.dropna(subset="value")
    few = rows["low"].isna()
    rows = rows.assign(sure=rows["value"].mask(few), few=rows["value"].where(few))
    is_crowded = places != by and not pd.api.types.is_numeric_dtype(rows[places])
    moves = [DODGE] if is_crowded else []
    axes = {values: "value", other: places}
    ends = {f"{values}min": "low", f"{values}max": "high"}
    plot = so.Plot(rows, **axes, color=by, marker=by)
    plot = plot.scale(**told_apart(style.names(rows, by)))
    if line is not None:
        plot = plot.add(LINE, *moves, **{values: line}, marker=None, legend=False)
    plot = plot.add(RANGE, *moves, **ends, marker=None, legend=False)
    plot = plot.add(DOT, *moves, **{values: "sure"})
    plot = plot.add(OPEN_DOT, *moves, **{values: "few"}, legend=False)
    handles = []
    if few.any():
        handles.append(style.mark(FEW, marker="o", mfc="none", ls="none"))
    return plot, handles


def dot_rows(
    rows: pd.DataFrame,
    places: str,
    by: str,
    *,
    label: str,
    reference: float | Sequence[float],
    meaning: str = "chance",
    columns: int = 2,
    scale: so.Continuous | None = None,
) -> Figure:
    """A row for each name, the first on top, with a dot for each name of another column.

    Args:
        rows: see `dots`.
        places: the column of the rows' names.
        by: see `dots`.
        label: title of the horizontal axis.
        reference: value at which a line stands, of all panels or of each.
        meaning: meaning of the reference line, for the legend.
        columns: the most panels side by side.
        scale: scale of the horizontal axis.
    """
    rows = rows.dropna(subset="value")
    names = {frozenset(shown) for _, shown in rows.groupby("panel")[places]}
    plot, handles = dots(rows, places, by, "x")
    plot = plot.share(x=False, y=len(names) == 1).label(x=label, y="")
    plot = plot.scale(x=scale or so.Continuous())
    height = 0.75 + max(map(len, names)) * max(0.2, 0.11 * rows[by].nunique())
    line: dict[str, Any] = {"color": style.LIMIT_COLOUR, "lw": 0.8}
    handles.append(style.mark(meaning, **line))
    figure = draw(plot, rows, height, columns, grid="x", handles=handles)
    places_of_lines = np.broadcast_to(reference, len(figure.axes))
    for panel, place_of_line in zip(figure.axes, places_of_lines, strict=True):
        # Over the grid, under the dots.
        panel.axvline(place_of_line, **line, zorder=0.6)
        for place in np.arange(len(panel.get_yticks()) - 1) + 0.5:
            panel.axhline(place, color="#DDDDDD", lw=0.5, zorder=0)
        panel.tick_params(axis="y", length=0)
    return figure


def heat_maps(
    rows: pd.DataFrame,
    cell: tuple[float, float],
    *,
    label: str,
    columns_label: str = "",
    undefined: str = "",
    notes: Sequence[str] = (),
    look: Mapping[str, str] | None = None,
    extend: str = "neither",
    **colours: Any,
) -> Figure:
    """Heat maps with one colour bar; rows and columns are in the order in which they appear.

    Args:
        rows: table of `with_panels`, a row for each cell, with the columns `row` and `column` (its
            place), `value` and `text`. They may have `marked` (whether the text is set apart) and
            `beside` (text right of the cell's row, a number of edits).
        cell: its width and height in inches.
        label: title of the colour bar.
        columns_label: title of the columns.
        undefined: why cells are hatched, which have no value.
        notes: further lines of the legend.
        look: look of texts that are set apart.
        extend: the ends of the colour bar beyond which there are values.
        colours: passed to `seaborn.heatmap` (`cmap`, `vmin`, `vmax`).
    """
    maps = list(rows.groupby("panel", sort=False))
    handles = [style.mark(note, ls="none") for note in notes]
    with style.context():
        figure, panels = _page_of_maps(rows, cell)
        for panel, (title, shown) in zip(panels, maps, strict=True):
            _draw_map(panel, shown, look, colours)
            panel.set(title=title, xlabel=columns_label)
            # Names that are wider than their cells stand upright.
            lines = "\n".join(map(str, shown["column"])).split("\n")
            if max(map(len, lines)) * _CHARACTER > cell[0]:
                panel.tick_params(axis="x", rotation=90)
        figure.colorbar(
            panels[0].collections[0],
            ax=panels,
            label=label,
            extend=extend,
            location="bottom",
            aspect=14 * figure.get_figwidth(),
            fraction=0.2 / figure.get_figheight(),
            pad=0.1 / figure.get_figheight(),
        )
        if any(panel.patch.get_hatch() for panel in panels):
            handles.append(Patch(**style.UNDEFINED, label=undefined))
        if handles:
            style.legend_above(figure, handles)
    return figure


def _page_of_maps(
    rows: pd.DataFrame, cell: tuple[float, float]
) -> tuple[Figure, list[Axes]]:
    """A figure for some heat maps, wide enough for their names and cells, and its panels."""
    count = rows["panel"].nunique()
    sizes = rows.groupby("panel")[["column", "row"]].nunique().max()
    names = rows["row"].str.len().max() * _CHARACTER
    width, height = sizes.to_numpy() * cell + _AROUND_MAP + (names, 0)
    most = max(1, int(style.DOUBLE_COLUMN / width))
    whole = min(width * min(most, count), style.DOUBLE_COLUMN)
    # A little narrower, it stands in one column.
    if whole < 1.2 * style.SINGLE_COLUMN:
        whole = style.SINGLE_COLUMN
    figure, columns = style.page(count, height, most, whole)
    grid = figure.subplots(math.ceil(count / columns), columns, squeeze=False).ravel()
    for unused in grid[count:]:
        unused.remove()
    return figure, grid[:count].tolist()


def _draw_map(
    panel: Axes,
    rows: pd.DataFrame,
    look: Mapping[str, str] | None,
    colours: Mapping[str, Any],
) -> None:
    # Names in the order in which they appear; pivoting would sort them.
    in_order = {
        "row": pd.Categorical(rows["row"], style.names(rows, "row")),
        "column": pd.Categorical(rows["column"], style.names(rows, "column")),
    }
    rows = rows.assign(**in_order)
    cells = rows.pivot(index="row", columns="column")
    values = cells["value"]
    sns.heatmap(
        values,
        ax=panel,
        annot=cells["text"],
        annot_kws={"size": 7.5},
        fmt="",
        cbar=False,
        linewidths=0.8,
        xticklabels=True,
        yticklabels=True,
        **colours,
    )
    is_defined = values.notna().to_numpy()
    if not is_defined.all():
        panel.patch.set(**style.UNDEFINED)
    if look is not None:
        is_marked = cells["marked"].to_numpy()[is_defined]
        for text in np.array(panel.texts)[is_marked.astype(bool)]:
            text.set(**look)
    panel.set(xlabel="", ylabel="")
    panel.tick_params(length=0, rotation=0)
    if "beside" in cells:
        right = panel.secondary_yaxis("right")
        beside = cells["beside"].bfill(axis="columns").iloc[:, 0]
        right.set_yticks(panel.get_yticks(), beside)
        right.tick_params(length=0)
        right.spines[:].set_visible(False)
        # Below the column, where the names of the other columns stand.
        right.set_ylabel("edits", rotation=0, ha="left", va="top")
        place, _, _ = panel.get_xaxis_text1_transform(mpl.rcParams["xtick.major.pad"])
        right.yaxis.set_label_coords(panel.get_xlim()[1] + 0.04, 0, place)
