"""Figures of explained corrections: one edit by edit, several side by side, many by their kinds."""

import io
import math
from collections.abc import Sequence

import numpy as np
import pandas as pd
from matplotlib.figure import Figure
from matplotlib.patches import Patch

from gec_attribution.attribution.records import AttributedEdit, Record
from gec_attribution.figures import style
from gec_attribution.formatting.changes import change
from gec_attribution.formatting.control_characters import visible
from gec_attribution.formatting.numerals import decimals_for, numeral

_LONGEST = 28  # characters of an edit


class Picture(Figure):
    """A figure that a notebook shows by itself, whether pyplot has been imported or not."""

    def _repr_png_(self) -> bytes:
        png = io.BytesIO()
        with style.context():
            self.savefig(png, format="png", dpi=150)
        return png.getvalue()


def waterfall(record: Record) -> Picture:
    """Bars from the score of the source to that of the hypothesis, one for each edit.

    Each bar begins where the one above it ends and is as long as φ. Where Σφ is not ΔM, as for
    methods without rescaling, a last bar has the rest. Below stands where a rescaling has flipped
    every sign. The figure says so where φ is undefined or there is no edit.
    """
    if not record.edits:
        return _message("No edits: there is nothing to attribute.")
    phi = [edit.phi for edit in record.edits]
    if not all(map(math.isfinite, [record.baseline, record.score, *phi])):
        return _message(
            f"{record.shown_metric} gives this correction no defined attributions."
        )
    steps = list(zip(map(_named, record.edits), phi, strict=True))
    rest = record.score - record.baseline - sum(phi)
    decimals = decimals_for(phi)
    if abs(rest) > 10.0 ** -(decimals + 2):
        steps.append(("not attributed", rest))
    with style.context():
        figure = _picture(0.9 + 0.24 * len(steps))
        axes = figure.subplots()
        axes.use_sticky_edges = False  # space on both sides of the bars
        level = record.baseline
        for row, (name, step) in enumerate(steps):
            colour = style.POSITIVE if step > 0 else style.NEGATIVE
            hatch = "////" if name == "not attributed" else ""
            axes.barh(
                row, step, left=level, height=0.7, color=colour, hatch=hatch, ec="white"
            )
            level += step
            axes.vlines(
                level, row - 0.35, row + 1.35, color=style.CONTEXT_COLOUR, lw=0.6
            )
            axes.annotate(
                numeral(step, decimals, signed=True),
                (max(level, level - step), row),
                xytext=(3, 0),
                textcoords="offset points",
                va="center",
            )
        axes.axvline(record.baseline, color=style.CONTEXT_COLOUR, lw=0.6)
        axes.set_yticks(range(len(steps)), [name for name, _ in steps])
        axes.set_ylim(len(steps) - 0.4, -0.6)
        axes.margins(x=0.12)
        source = numeral(record.baseline, decimals)
        score = numeral(record.score, decimals)
        axes.set_title(
            f"{record.shown_metric}, {record.method}: {source} (source) → {score} (hypothesis)"
        )
        axes.set_xlabel(
            record.shown_metric + ("; signs flipped" if record.flipped else "")
        )
    return figure


def side_by_side(records: Sequence[Record]) -> Picture:
    """The normalised φ of each edit of one correction, a bar for each metric and method.

    Raises:
        ValueError: the records are of different corrections.
    """
    first_record, *further_records = records
    for record in further_records:
        if _correction_of(record) != _correction_of(first_record):
            raise ValueError(
                "only records of the same edits of the same source can be compared"
            )
    count = len(first_record.edits)
    if count == 0:
        return _message("No edits: there is nothing to attribute.")
    several = len({record.method for record in records}) > 1
    names = []
    for record in records:
        name = (
            f"{record.shown_metric}, {record.method}"
            if several
            else record.shown_metric
        )
        names.append(f"{name} (signs flipped)" if record.flipped else name)
    colours = style.pick(style.colours(), names)
    hatches = style.pick(style.HATCHES, names)
    with style.context():
        figure = _picture(0.8 + (0.1 + 0.13 * len(names)) * count)
        axes = figure.subplots()
        width = 0.8 / len(names)
        handles = []
        offsets = style.side_by_side(0.8 - width, names)
        for name, record, offset in zip(names, records, offsets, strict=True):
            places = np.arange(count) + offset
            shares = [edit.phi_normalised for edit in record.edits]
            look = {"color": colours[name], "hatch": hatches[name], "ec": "white"}
            axes.barh(places, shares, width, **look)
            handles.append(Patch(label=name, **look))
        axes.axvline(0, color="black", lw=0.6)
        axes.set_yticks(np.arange(count), list(map(_named, first_record.edits)))
        axes.set(xlim=(-1.05, 1.05), xlabel="normalised φ", ylim=(count - 0.5, -0.5))
        style.legend_above(figure, handles)
    return figure


def _correction_of(record: Record) -> tuple[object, ...]:
    return record.source, [edit.key for edit in record.edits]


def bars(sums: pd.DataFrame, by: str) -> Picture:
    """Mean normalised φ by a column of `Records.summed`: a panel for each metric and method.

    Values with a higher mean, over the panels, are further up; the number of their edits follows.
    """
    means_of_values = sums.groupby(by, dropna=False)["mean_normalised"].mean()
    values = list(means_of_values.sort_values(ascending=False, kind="stable").index)
    edits = sums.groupby(by, dropna=False)["edits"].agg(style.span)
    labels = [f"{_plain(str(value))} ({edits[value]})" for value in values]
    panels = list(sums.groupby(["metric", "method"], sort=False))
    with style.context():
        figure = _picture(0.9 + 0.2 * max(len(values), 1))
        grid = figure.subplots(1, max(len(panels), 1), sharey=True, squeeze=False)
        for axes, ((metric, method), own) in zip(grid[0], panels, strict=False):
            means = own.set_index(by)["mean_normalised"].reindex(values)
            colours = [style.POSITIVE if mean > 0 else style.NEGATIVE for mean in means]
            axes.barh(range(len(values)), means, height=0.7, color=colours, ec="white")
            axes.axvline(0, color="black", lw=0.6)
            axes.set(xlabel="mean normalised φ", title=f"{metric}, {method}")
        grid[0][0].set_yticks(range(len(values)), labels)
        grid[0][0].set_ylim(len(values) - 0.4, -0.6)
    return figure


def _picture(height: float) -> Picture:
    return Picture(figsize=(style.DOUBLE_COLUMN, height), layout="constrained")


def _message(text: str) -> Picture:
    """A picture that says why there is nothing to draw."""
    with style.context():
        picture = _picture(0.6)
        picture.text(0.5, 0.5, text, ha="center", va="center")
    return picture


def _named(edit: AttributedEdit) -> str:
    text = change(edit.original, edit.correction)
    return _plain(text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…")


def _plain(text: str) -> str:
    """Text in a figure; a dollar sign would begin a formula."""
    return visible(text).replace("$", r"\$")
