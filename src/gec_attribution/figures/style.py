"""How every figure looks: sizes, fonts, colours, and the parts that several figures share.

Metrics and systems are told apart by colour and marker, methods by line style, or by fill and
hatch, so that nothing depends on colour alone. Colours are those of Okabe and Ito (2008) and of Tol
(2021).
"""

from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager

import matplotlib as mpl
import numpy as np
import pandas as pd
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.colors import LinearSegmentedColormap
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Patch

SINGLE_COLUMN = 3.3  # inches, as in the ACL style
DOUBLE_COLUMN = 6.8
MAX_COLUMNS = 3  # panels side by side
LINE_SPACING = 1.05  # of labels with two lines; the default suits larger type

NEGATIVE, POSITIVE = "#D55E00", "#0072B2"
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000")
MARKERS = ("o", "s", "^", "D", "v", "P", "X", "*")
FILLS = ("#332288", "#88CCEE", "#44AA99", "#DDCC77", "#CC6677", "#AA4499")
HATCHES = ("", "////", "....", "\\\\\\\\", "xxxx", "----", "++++")
LINE_STYLES = ("-", "--", ":", "-.", (0, (6, 1, 1, 1, 1, 1)), (0, (9, 3)))
LIMIT_COLOUR = "#CC0000"
UNDEFINED_HATCH = "//////"

SIGNED = LinearSegmentedColormap.from_list("signed", [NEGATIVE, "#FFFFFF", POSITIVE], N=257)
SHARE = LinearSegmentedColormap.from_list("share", ["#FFFFFF", "#9ECAE1", "#08519C"])

_SETTINGS = {
    # STIX is the one text face that comes with matplotlib alone: the same bytes everywhere.
    "font.family": ["STIXGeneral", "DejaVu Sans"],
    "mathtext.fontset": "stix",
    "font.size": 8,
    "axes.titlesize": 8,
    "axes.labelsize": 8,
    "xtick.labelsize": 7.5,
    "ytick.labelsize": 7.5,
    "legend.fontsize": 7.5,
    "legend.frameon": False,
    "axes.linewidth": 0.6,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.axisbelow": True,
    "grid.color": "#DDDDDD",
    "grid.linewidth": 0.5,
    "xtick.major.width": 0.6,
    "ytick.major.width": 0.6,
    "xtick.major.size": 2.5,
    "ytick.major.size": 2.5,
    "lines.linewidth": 1.1,
    "lines.markersize": 3,
    "hatch.linewidth": 0.4,
    "savefig.dpi": 300,
    "pdf.fonttype": 42,
    "ps.fonttype": 42,
    "svg.fonttype": "path",
    "svg.hashsalt": "gec-attribution",
}


def context() -> AbstractContextManager[None]:
    """The settings under which figures are drawn and saved, whatever the user's own are."""
    return mpl.rc_context({**mpl.rcParamsDefault, **_SETTINGS, "backend": mpl.get_backend()})


def names(table: pd.DataFrame, column: str) -> list[str]:
    """The distinct names of a column in order of first appearance, which is the study's order."""
    return list(dict.fromkeys(table[column]))


def by_frequency(table: pd.DataFrame) -> list[str]:
    """The error types of a table, those with most edits first, ties in alphabetical order."""
    edits = table.groupby("type")["edits"].sum()
    return sorted(edits.index, key=lambda name: (-edits[name], name))


def pick(choices: Sequence, items: Sequence[str]) -> dict:
    """One of `choices` for each item, in order, starting over where they run out."""
    return {item: choices[index % len(choices)] for index, item in enumerate(items)}


def panels(
    count: int, height: float, columns: int = MAX_COLUMNS, **options: object
) -> tuple[Figure, list[Axes]]:
    """A figure of `count` panels, row by row, as wide as one or two columns of a page.

    Args:
        count: number of panels, at least 1.
        height: height of one row of panels, in inches.
        columns: most panels side by side.
        options: passed to `Figure.subplots`.
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
    inches = [0.5 + 0.055 * len(handle.get_label()) for handle in handles]
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
        if panel.get_subplotspec().is_first_col():
            panel.set_ylabel(y)


def curve_handles(colours: dict, markers: dict, lines: dict) -> list[Artist]:
    """Legend entries of curves whose colour and marker tell the metric and whose line the method.

    Args:
        colours: the colour of each metric.
        markers: its marker.
        lines: the line style of each method.
    """
    of_metrics = [
        Line2D([], [], color=colour, marker=markers[metric], label=metric)
        for metric, colour in colours.items()
    ]
    of_methods = [
        Line2D([], [], color="black", ls=line, label=method) for method, line in lines.items()
    ]
    return of_metrics + of_methods


def undefined_patch(label: str) -> Patch:
    """The legend entry of heatmap cells that have no value."""
    return Patch(fc="white", ec="#999999", lw=0.4, hatch=UNDEFINED_HATCH, label=label)


def heatmap(axes: Axes, values: np.ndarray, **options: object) -> Artist:
    """Coloured cells with white lines between; cells that are NaN are white and hatched.

    Args:
        axes: where to draw; its ticks are set to the middles of rows and columns, unlabelled.
        values: float array of shape (rows, columns); row 0 is drawn at the top.
        options: passed to `Axes.pcolormesh` (`cmap`, `vmin`, `vmax`).

    Returns:
        What a colour bar is made from.
    """
    rows, columns = values.shape
    edges = np.arange(columns + 1) - 0.5, np.arange(rows + 1) - 0.5
    undefined = np.ma.masked_where(~np.isnan(values), np.zeros_like(values))
    axes.pcolor(*edges, undefined, cmap="Greys", hatch=UNDEFINED_HATCH, edgecolor="#999999", lw=0)
    mesh = axes.pcolormesh(
        *edges, np.ma.masked_invalid(values), edgecolor="white", linewidth=0.8, **options
    )
    axes.set(xticks=range(columns), yticks=range(rows), ylim=(rows - 0.5, -0.5))
    axes.tick_params(length=0)
    axes.spines[:].set_visible(False)
    return mesh


def ink_on(colour: Sequence[float]) -> str:
    """Black or white, whichever has the higher contrast (WCAG 2.1) on an sRGB colour in [0, 1]."""
    linear = ((np.asarray(colour[:3]) + 0.055) / 1.055) ** 2.4
    luminance = np.dot(linear, (0.2126, 0.7152, 0.0722))
    return "black" if luminance > 0.179 else "white"


def span(counts: Iterable[float]) -> str:
    """A number of things that may differ within a panel: `31`, or `28-31` with an en dash."""
    known = [int(count) for count in counts if not np.isnan(count)]
    if not known:
        return "0"
    low, high = min(known), max(known)
    return f"{low:,}" if low == high else f"{low:,}–{high:,}"


def sampled(edits: Iterable[float]) -> str:
    """How many edits of a panel have a sampled attribution, for its title; empty for none.

    Args:
        edits: their number in each part of the panel; parts without one are not spoken of.
    """
    some = [count for count in edits if count > 0]
    return f"{span(some)} edits sampled" if some else ""


def message(text: str) -> Figure:
    """A figure that says why there is nothing to draw."""
    with context():
        figure = Figure(figsize=(SINGLE_COLUMN, 1.0), layout="constrained")
        figure.text(0.5, 0.5, text, ha="center", va="center", wrap=True)
    return figure
