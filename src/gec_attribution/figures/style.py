"""Look of every figure: sizes, fonts, colours, and parts shared by several figures.

Metrics, systems and methods are told apart by colour and marker, so that nothing depends on colour
only. Colours are those of Okabe and Ito (2008).
"""

import math
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
from matplotlib.colors import LinearSegmentedColormap
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties, fontManager
from matplotlib.lines import Line2D
from matplotlib.text import Text

from gec_attribution.edits.error_types import describe_type
from gec_attribution.errors import ConfigError

# Inches: a column and the text of the ACL style.
SINGLE_COLUMN, DOUBLE_COLUMN = 3.03, 6.3
MAX_COLUMNS = 3  # panels side by side
LEAST_PANEL = 2.0  # inches that a panel is wide
LINE_SPACING = 1.05  # of labels with two lines; the default suits larger type

NEGATIVE, POSITIVE = "#D55E00", "#0072B2"
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000")
MARKERS = ("o", "s", "^", "D", "v", "P", "X", "*")
HATCHES = ("", "////", "....", "\\\\\\\\", "xxxx", "----", "++++")
LIMIT_COLOUR = "#CC0000"
CONTEXT_COLOUR = "#BBBBBB"
UNDEFINED: dict[str, Any] = {
    "fc": "white",
    "ec": "#999999",
    "lw": 0.4,
    "hatch": "//////",
}
"""Look of cells without a value."""

SIGNED = LinearSegmentedColormap.from_list(
    "signed", [NEGATIVE, "#FFFFFF", POSITIVE], N=257
)
SHARE = LinearSegmentedColormap.from_list("share", ["#FFFFFF", "#9ECAE1", "#08519C"])

_HOUSE: dict[Any, Any] = mpl.rc_params_from_file(
    Path(__file__).with_name("house.mplstyle"), use_default_template=False
)

_chosen: dict[str, Any] = {}
_size: dict[str, float] = {}


# Settings that would change nothing, by the beginnings of their names, and why.
_NO_SUCH_PART = "no figure has such a part"
_LAID_OUT = "panels are laid out in every figure alike"
_WITHOUT_EFFECT = {
    "figure.figsize": "sizes are `width` and `height` of a figure's entry under `figures`",
    "savefig.format": "formats are `formats` of a figure's entry under `figures`",
    "figure.dpi": "the resolution of a PNG is `savefig.dpi`",
    "image.": "the colours of heat maps are the same in every study, so that two can be compared",
    "lines.marker": "markers tell metrics, methods and systems apart",
    "lines.linestyle": "dashes have a meaning of their own",
    "figure.subplot": _LAID_OUT,
    "figure.auto": _LAID_OUT,
    "animation.": _NO_SUCH_PART,
    "axes3d.": _NO_SUCH_PART,
    "backend": _NO_SUCH_PART,
    "boxplot.": _NO_SUCH_PART,
    "contour.": _NO_SUCH_PART,
    "date.": _NO_SUCH_PART,
    "errorbar.": _NO_SUCH_PART,
    "hist.": _NO_SUCH_PART,
    "interactive": _NO_SUCH_PART,
    "keymap.": _NO_SUCH_PART,
    "macosx.": _NO_SUCH_PART,
    "pcolor": _NO_SUCH_PART,
    "polaraxes.": _NO_SUCH_PART,
    "scatter.": _NO_SUCH_PART,
    "timezone": _NO_SUCH_PART,
    "tk.": _NO_SUCH_PART,
    "toolbar": _NO_SUCH_PART,
    "webagg.": _NO_SUCH_PART,
}


def settings_of(path: str | Path) -> dict[str, Any]:
    """Settings of a matplotlib style file.

    Raises:
        ConfigError: there is no such file, or it is none, or a setting would change nothing.
    """
    try:
        settings: dict[Any, Any] = mpl.rc_params_from_file(
            path, use_default_template=False
        )
    except (OSError, UnicodeError) as error:
        raise ConfigError(
            f"{path}: cannot be read as a matplotlib style file: {error}"
        ) from error
    if not settings:
        raise ConfigError(
            f"{path}: sets nothing; a style file has lines such as `font.size: 9`"
        )
    for setting in settings:
        for beginning, reason in _WITHOUT_EFFECT.items():
            if setting.startswith(beginning):
                raise ConfigError(
                    f"{path}: {setting}: changes nothing: {reason}; leave it out"
                )
    return {**settings}


@contextmanager
def drawn_in(
    path: str | Path | None = None,
    width: float | None = None,
    height: float | None = None,
) -> Iterator[None]:
    """Figures drawn and saved inside have the look of a style file, and a size.

    Args:
        path: the style file; None leaves the house style.
        width: width of a figure in inches; None leaves its own.
        height: height of a figure in inches; None leaves its own.

    Raises:
        ConfigError: as for `settings_of`.
    """
    global _chosen, _size  # noqa: PLW0603  (as matplotlib's own settings, which this adds to)
    before = _chosen, _size
    _chosen = settings_of(path) if path else {}
    sizes = {"width": width, "height": height}
    _size = {name: inches for name, inches in sizes.items() if inches is not None}
    try:
        yield
    finally:
        _chosen, _size = before


def colours() -> Sequence[str]:
    """The colours that tell things apart, in their order."""
    cycle = _chosen.get("axes.prop_cycle")
    if cycle:
        return cycle.by_key().get("color", COLOURS)
    return COLOURS


# A package of one font with Chinese characters, for which the faces above have no glyphs.
_HAN_PACKAGE, _HAN_FILE = "noto_cjk_sans_jp_regular", "NotoSansCJKjp-Regular.otf"


def settings() -> dict[Any, Any]:
    """The theme: matplotlib's settings for every figure, instead of the user's own."""
    chosen = _chosen.get("font.family", [])
    families = [*chosen, *_HOUSE["font.family"], *_han_faces()]
    usual: dict[Any, Any] = {**mpl.rcParamsDefault}
    return {
        **usual,
        **_HOUSE,
        **_chosen,
        "font.family": families,
        "backend": mpl.get_backend(),
    }


def context() -> AbstractContextManager[None]:
    """The settings under which figures are drawn and saved."""
    return mpl.rc_context(settings())


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


def pick(choices: Sequence, items: Sequence[str]) -> dict:
    """One of `choices` for each item, in order, starting over where they run out."""
    return {item: choices[index % len(choices)] for index, item in enumerate(items)}


def page(
    count: int, height: float, columns: int = MAX_COLUMNS, width: float | None = None
) -> tuple[Figure, int]:
    """An empty figure for some panels, and how many of them stand side by side.

    Args:
        count: the panels.
        height: height of a row of panels, in inches.
        columns: the most panels side by side.
        width: width of the figure in inches; None takes one column of a page for one panel, else
            two.

    Returns:
        The figure has these sizes unless `drawn_in` says otherwise.
    """
    columns = min(count, columns)
    if width is None:
        width = SINGLE_COLUMN if columns == 1 else DOUBLE_COLUMN
    width = _size.get("width", width)
    columns = max(1, min(columns, int(width / LEAST_PANEL)))
    rows = math.ceil(count / columns)
    size = (width, _size.get("height", rows * height))
    return Figure(figsize=size, layout="constrained"), columns


def legend_above(figure: Figure, handles: Sequence[Artist]) -> None:
    """A legend above all panels, in as few rows as the figure's width allows."""
    inches = [0.5 + 0.055 * len(str(handle.get_label())) for handle in handles]
    for columns in range(len(handles), 0, -1):
        widths = map(max, np.array_split(inches, columns))
        if sum(widths) <= figure.get_figwidth():
            break
    rows = math.ceil(len(handles) / columns)
    for text in figure.findobj(Text):
        text.set_linespacing(LINE_SPACING)
    figure.legend(
        handles=handles,
        loc="outside upper center",
        ncols=math.ceil(len(handles) / rows),
        columnspacing=1.2,
        handlelength=1.8,
    )


def mark(label: str, **look: Any) -> Artist:
    """An entry of a legend: a grey line, or what matplotlib's settings of a line make of it."""
    return Line2D([], [], label=label, **{"color": "#555555", **look})


def typeset(text: str) -> str:
    """A label as figures write it."""
    return text.replace("F0.5", "$F_{0.5}$")


def error_type(name: str) -> str:
    """A type of errors as figures write it; a single letter is explained: `S (substituted)`."""
    explained = describe_type(name).name
    if explained:
        return f"{name} ({explained})"
    return name


def side_by_side(spread: float, things: Collection[object]) -> Iterable[float]:
    """Offsets from a place at which some things stand beside each other, over a width."""
    if len(things) < 2:
        return [0.0]
    return np.linspace(-spread / 2, spread / 2, len(things))


def span(counts: Iterable[float], unit: str = "") -> str:
    """A number of things (`unit`, in the singular) that may vary in a panel: `28–31 edits`."""
    numbers = [int(count) for count in counts if not np.isnan(count)] or [0]
    low, high = min(numbers), max(numbers)
    text = f"{low:,}" if low == high else f"{low:,}–{high:,}"
    if not unit:
        return text
    if text == "1":
        return f"{text} {unit}"
    return f"{text} {unit}s"


def sampled(edits: Iterable[float], before: str = "\n") -> str:
    """The end of a panel's title if it has estimated attributions: `28–31 estimated edits`."""
    counts = [count for count in edits if count > 0]
    if counts:
        return f"{before}{span(counts, 'estimated edit')}"
    return ""


def message(text: str) -> Figure:
    """A figure that says why there is nothing to draw."""
    with context():
        figure = Figure(figsize=(SINGLE_COLUMN, 1.0), layout="constrained")
        figure.text(0.5, 0.5, text, ha="center", va="center", wrap=True)
    return figure
