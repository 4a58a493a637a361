"""Look of every figure: sizes, fonts, colours, and parts shared by several figures.

Metrics and systems are told apart by colour and marker, methods by line style, or by fill and
hatch, so that nothing depends on colour only. Colours are those of Okabe and Ito (2008) and of Tol
(2021).
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from functools import cache
from importlib import resources
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import matplotlib as mpl
import numpy as np
import pandas as pd
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.axis import Axis
from matplotlib.colors import LinearSegmentedColormap
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties, fontManager
from matplotlib.lines import Line2D
from matplotlib.patches import Patch
from matplotlib.ticker import PercentFormatter

from gec_attribution.errors import ConfigError

SINGLE_COLUMN = 3.3  # inches, as in the ACL style
DOUBLE_COLUMN = 6.8
MAX_COLUMNS = 3  # panels side by side
LINE_SPACING = 1.05  # of labels with two lines; the default suits larger type

NEGATIVE, POSITIVE = "#D55E00", "#0072B2"
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000")
MARKERS = ("o", "s", "^", "D", "v", "P", "X", "*")
FILLS = ("#332288", "#88CCEE", "#44AA99", "#DDCC77", "#CC6677", "#AA4499")
HATCHES = ("", "////", "....", "\\\\\\\\", "xxxx", "----", "++++")
# Lengths of ink and of gaps, in widths of the line; a solid line has none.
DASHES = ((), (4, 1.6), (1, 1.5), (6, 1.6, 1, 1.6), (6, 1, 1, 1, 1, 1), (9, 3))
LIMIT_COLOUR = "#CC0000"
CONTEXT_COLOUR = "#BBBBBB"
UNDEFINED_HATCH = "//////"

SIGNED = LinearSegmentedColormap.from_list("signed", [NEGATIVE, "#FFFFFF", POSITIVE], N=257)
SHARE = LinearSegmentedColormap.from_list("share", ["#FFFFFF", "#9ECAE1", "#08519C"])

Look = dict[str, Any]
"""Colour, marker and whatever else matplotlib takes for a mark."""

_HOUSE: dict[Any, Any] = mpl.rc_params_from_file(
    Path(__file__).with_name("house.mplstyle"), use_default_template=False
)

_chosen: dict[str, Any] = {}


def settings_of(path: str | Path) -> dict[str, Any]:
    """Settings of a matplotlib style file.

    Raises:
        ConfigError: there is no such file, or it is none.
    """
    try:
        settings: dict[Any, Any] = mpl.rc_params_from_file(path, use_default_template=False)
    except (OSError, UnicodeError) as error:
        raise ConfigError(f"{path}: cannot be read as a matplotlib style file: {error}") from error
    if not settings:
        raise ConfigError(f"{path}: sets nothing; a style file has lines such as `font.size: 9`")
    return {**settings}


@contextmanager
def drawn_in(path: str | Path | None) -> Iterator[None]:
    """Figures drawn and saved inside have the look of a style file; None leaves their own.

    Raises:
        ConfigError: as for `settings_of`.
    """
    global _chosen  # noqa: PLW0603  (as matplotlib's own settings, which this adds to)
    before, _chosen = _chosen, settings_of(path) if path else {}
    try:
        yield
    finally:
        _chosen = before


def colours() -> Sequence[str]:
    """The colours that tell things apart, in their order."""
    cycle = _chosen.get("axes.prop_cycle")
    return cycle.by_key().get("color", COLOURS) if cycle else COLOURS


# A package of one font with Chinese characters, for which the faces above have no glyphs.
_HAN_PACKAGE, _HAN_FILE = "noto_cjk_sans_jp_regular", "NotoSansCJKjp-Regular.otf"


def context() -> AbstractContextManager[None]:
    """The settings under which figures are drawn and saved, instead of the user's own."""
    chosen = _chosen.get("font.family", [])
    settings: dict[Any, Any] = {**mpl.rcParamsDefault, **_HOUSE, **_chosen}
    settings["font.family"] = [*chosen, *_HOUSE["font.family"], *_han_faces()]
    return mpl.rc_context({**settings, "backend": mpl.get_backend()})


@cache
def _han_faces() -> list[str]:
    """The face of Chinese characters, where its package is installed."""
    if find_spec(_HAN_PACKAGE) is None:
        return []
    with resources.as_file(resources.files(_HAN_PACKAGE).joinpath(_HAN_FILE)) as path:
        fontManager.addfont(path)
        return [FontProperties(fname=path).get_name()]


def names(table: pd.DataFrame, column: str) -> list[str]:
    """The distinct names of a column in order of first appearance, which is the study's order."""
    return list(dict.fromkeys(table[column]))


def metrics_by_dataset(table: pd.DataFrame) -> dict[str, list[str]]:
    """The metrics that each data set of a table has; those of another language do not score it."""
    rows = table.groupby("dataset", sort=False)
    return {str(dataset): names(shown, "metric") for dataset, shown in rows}


def by_frequency(table: pd.DataFrame) -> list[str]:
    """The error types of a table, those with most edits first, ties in alphabetical order."""
    edits = table.groupby("type")["edits"].sum()
    return sorted(edits.index, key=lambda name: (-edits[name], name))


def pick(choices: Sequence, items: Sequence[str]) -> dict:
    """One of `choices` for each item, in order, starting over where they run out."""
    return {item: choices[index % len(choices)] for index, item in enumerate(items)}


def panels(
    count: int, height: float, columns: int = MAX_COLUMNS, **options: Any
) -> tuple[Figure, list[Axes]]:
    """A figure of `count` panels, row by row, as wide as one or two columns of a page.

    `height` is of a row, in inches; `columns` are the most side by side; other options are those of
    `Figure.subplots`.
    """
    columns = min(count, columns)
    rows = -(-count // columns)
    width = SINGLE_COLUMN if columns == 1 else DOUBLE_COLUMN
    figure = Figure(figsize=(width, rows * height), layout="constrained")
    axes = figure.subplots(rows, columns, squeeze=False, **options).ravel().tolist()
    for unused in axes[count:]:
        unused.remove()
    return figure, axes[:count]


def legend_above(figure: Figure, handles: Sequence[Artist]) -> None:
    """A legend above all panels, in as few rows as the figure's width allows."""
    inches = [0.5 + 0.055 * len(str(handle.get_label())) for handle in handles]
    columns = len(handles)
    while columns > 1 and sum(map(max, np.array_split(inches, columns))) > figure.get_figwidth():
        columns -= 1
    rows = -(-len(handles) // columns)
    figure.legend(
        handles=handles,
        loc="outside upper center",
        ncols=-(-len(handles) // rows),
        columnspacing=1.2,
        handlelength=2.6,
    )


def label_axes(axes: Iterable[Axes], x: str, y: str) -> None:
    """Name the horizontal axis of every panel, and the vertical one of those at the left."""
    for panel in axes:
        panel.set_xlabel(x)
        place = panel.get_subplotspec()
        if place is None or place.is_first_col():
            panel.set_ylabel(y)


def percent(axis: Axis) -> None:
    """Write the shares of an axis as whole percentages."""
    axis.set_major_formatter(PercentFormatter(1, decimals=0, symbol=" %"))


def side_by_side(spread: float, things: Collection[object]) -> Iterable[float]:
    """Offsets from a place at which some things stand beside each other, over a width."""
    return np.linspace(-spread / 2, spread / 2, len(things)) if len(things) > 1 else [0.0]


def band(axes: Axes, x: pd.Series, low: pd.Series, high: pd.Series, colour: str) -> None:
    """The intervals of a curve, as a band in its colour."""
    axes.fill_between(x, low, high, color=colour, alpha=0.18, lw=0)


def curves(
    axes: Axes, table: pd.DataFrame, x: str, y: str, looks: dict[str, Look], **options: Any
) -> None:
    """Curves of the columns `x` and `y`: colour and marker tell the metric, dashes the method.

    Drawn are the metrics and methods that have `looks`; options are those of `Axes.plot`.
    """
    table = table.dropna(subset=y).sort_values(x, kind="stable")
    for metric, look in looks.items():
        for method, dash in look["dashes"].items():
            rows = table[(table["metric"] == metric) & (table["method"] == method)]
            line = {"color": look["color"], "marker": look["marker"], "ls": (0, dash or None)}
            axes.plot(rows[x], rows[y], mew=0, **line, **options)


def looks(table: pd.DataFrame) -> dict[str, Look]:
    """Colour and marker of each metric of a table, and the dashes of each method."""
    dashes = pick(DASHES, names(table, "method"))
    looks = point_looks(names(table, "metric"))
    return {metric: {**look, "dashes": dashes} for metric, look in looks.items()}


def curve_handles(looks: dict[str, Look]) -> list[Artist]:
    """Legend entries of curves with these looks: the metrics, then the methods."""
    metrics: list[Artist] = [
        Line2D([], [], color=look["color"], marker=look["marker"], label=metric)
        for metric, look in looks.items()
    ]
    dashes = next(iter(looks.values()))["dashes"]
    methods: list[Artist] = [
        Line2D([], [], color="black", ls=(0, dash or None), label=method)
        for method, dash in dashes.items()
    ]
    return metrics + methods


def dots(
    axes: Axes,
    table: pd.DataFrame,
    row: str,
    rows: Sequence[str],
    looks: dict[str, Look],
    *,
    by: str = "metric",
) -> None:
    """A band for each name and in it a point with its interval for each metric, the first on top.

    The bands, from the top, are of `rows`, the names in the column `row` of the table; the points
    of a band are of the names in the column `by` that have `looks`. Points are at value, between
    low and high.
    """
    for (name, look), offset in zip(looks.items(), side_by_side(0.5, looks), strict=True):
        points = table[table[by] == name].set_index(row).reindex(rows)
        y = np.arange(len(rows)) + offset
        axes.hlines(y, points["low"], points["high"], color=look["color"], lw=0.7)
        axes.plot(points["value"], y, ls="none", **look)
    axes.set_yticks(range(len(rows)), rows)
    axes.set_ylim(len(rows) - 0.5, -0.5)
    axes.set_yticks(np.arange(len(rows) - 1) + 0.5, minor=True)
    axes.tick_params(axis="y", which="both", length=0)
    axes.grid(axis="x")
    axes.grid(axis="y", which="minor")


def point_looks(metrics: Sequence[str]) -> dict[str, Look]:
    """Colour and marker of each metric, for points and curves without methods."""
    colour, marker = pick(colours(), metrics), pick(MARKERS, metrics)
    return {metric: {"color": colour[metric], "marker": marker[metric]} for metric in metrics}


def point_handles(looks: dict[str, Look]) -> list[Artist]:
    """Legend entries of points with these looks."""
    return [Line2D([], [], ls="none", label=name, **look) for name, look in looks.items()]


def undefined_patch(label: str) -> Patch:
    """The legend entry of heatmap cells that have no value."""
    return Patch(fc="white", ec="#999999", lw=0.4, hatch=UNDEFINED_HATCH, label=label)


def heatmap(
    axes: Axes, values: np.ndarray, texts: np.ndarray, *, fontsize: float, **options: Any
) -> Any:
    """Coloured cells with white lines between, and a text in each; cells that are NaN are hatched.

    Args:
        axes: where to draw; its ticks are set to the middles of rows and columns, unlabelled.
        values: float array of shape (rows, columns); row 0 is drawn at the top.
        texts: the text in each cell that is not hatched; of the same shape.
        fontsize: in points, where titles have their default size.
        options: passed to `Axes.pcolormesh` (`cmap`, `vmin`, `vmax`).

    Returns:
        What a colour bar is made from. The texts are in `axes.texts`, row by row.
    """
    cells = np.ma.masked_invalid(values)
    mesh = axes.pcolormesh(cells, edgecolor="white", linewidth=0.8, **options)
    size = fontsize * mpl.rcParams["font.size"] / _HOUSE["font.size"]
    look: Look = {"ha": "center", "va": "center", "fontsize": size, "zorder": 4}
    for row, column in np.argwhere(~np.isnan(values)):
        colour = mesh.to_rgba(values[row, column])
        # A box in the cell's colour keeps hatching away from the text.
        box = {"fc": colour, "ec": "none", "pad": 1.5}
        text = axes.text(column + 0.5, row + 0.5, texts[row, column], bbox=box, **look)
        text.set(color=ink_on(colour), linespacing=LINE_SPACING)
    if np.isnan(values).any():
        axes.patch.set(fc="white", ec="#999999", lw=0, hatch=UNDEFINED_HATCH)
    rows, columns = values.shape
    axes.set(xlim=(0, columns), ylim=(rows, 0))
    axes.set_xticks(np.arange(columns) + 0.5, [""] * columns)
    axes.set_yticks(np.arange(rows) + 0.5, [""] * rows)
    axes.tick_params(length=0)
    axes.spines[:].set_visible(False)
    return mesh


def numbers_of_edits(axes: Axes, texts: Iterable[str]) -> None:
    """Write a number of edits right of each row of a heatmap, in a column with a heading."""
    right = axes.secondary_yaxis("right")
    right.set_yticks(axes.get_yticks(), texts)
    right.tick_params(length=0)
    right.spines[:].set_visible(False)
    # Above the column; beside it, the label would seem to belong to the next panel.
    right.set_ylabel("edits", rotation=0, ha="left", va="bottom")
    right.yaxis.set_label_coords(1.02, 1.0)


def ink_on(colour: Sequence[float] | np.ndarray) -> str:
    """Black or white, whichever has the higher contrast (WCAG 2.1) on an sRGB colour in [0, 1]."""
    linear = ((np.asarray(colour[:3]) + 0.055) / 1.055) ** 2.4
    luminance = np.dot(linear, (0.2126, 0.7152, 0.0722))
    return "black" if luminance > 0.179 else "white"


def span(counts: Iterable[float], unit: str = "") -> str:
    """A number of things (`unit`, in the singular) that may vary in a panel: `28–31 edits`."""
    numbers = [int(count) for count in counts if not np.isnan(count)] or [0]
    low, high = min(numbers), max(numbers)
    text = f"{low:,}" if low == high else f"{low:,}–{high:,}"
    return f"{text} {unit}{'s' * (text != '1')}" if unit else text


def sampled(edits: Iterable[float]) -> str:
    """Text about the edits of a panel with a sampled attribution, for its title; empty for none."""
    counts = [count for count in edits if count > 0]
    return f"{span(counts, 'edit')} sampled" if counts else ""


def message(text: str) -> Figure:
    """A figure that says why there is nothing to draw."""
    with context():
        figure = Figure(figsize=(SINGLE_COLUMN, 1.0), layout="constrained")
        figure.text(0.5, 0.5, text, ha="center", va="center", wrap=True)
    return figure
