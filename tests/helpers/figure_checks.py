"""The figures of known tables, and what a test reads off them."""

from pathlib import Path

from matplotlib.backends.backend_agg import FigureCanvasAgg

from gec_attribution.figures import style

SIX_METRICS = (
    "SOME",
    "IMPARA",
    "PPL",
    "SOME grammaticality",
    "SOME fluency",
    "SOME meaning",
)
SIX_METHODS = ("Shapley", "Shapley sampling", "Add", "Sub", "Add (raw)", "Sub (raw)")
SHAPES = {
    "one data set": {"datasets": ("JFLEG",)},
    "three data sets": {"datasets": ("CoNLL-2014", "JFLEG", "Learner corpus")},
    "one metric": {
        "datasets": ("JFLEG",),
        "metrics": ("SOME",),
        "methods": ("Shapley", "Sub"),
    },
    "fifteen systems": {
        "datasets": ("JFLEG",),
        "systems": [f"System number {number}" for number in range(1, 16)],
    },
    "many": {"datasets": ("JFLEG",), "metrics": SIX_METRICS, "methods": SIX_METHODS},
}


def drawn(figure):
    """The figure after its layout is settled."""
    with style.context():
        FigureCanvasAgg(figure).draw()
    return figure


def legend_texts(figure):
    return [text.get_text() for text in figure.legends[0].get_texts()]


def cell_texts(panel):
    """Texts in a heatmap by (row, column)."""
    return {
        (int(text.get_position()[1]), int(text.get_position()[0])): text
        for text in panel.texts
    }


def tick_labels(axis):
    return [label.get_text() for label in axis.get_ticklabels()]


def files_at(stem):
    return [Path(f"{stem}.{suffix}") for suffix in ("pdf", "png", "svg", "csv")]


def files_of(stem):
    return {file.suffix.removeprefix("."): file.read_bytes() for file in files_at(stem)}
