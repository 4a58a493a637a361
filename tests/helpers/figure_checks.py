"""The figures of known tables, and what a test reads off them."""

import importlib
import inspect
from pathlib import Path

from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.collections import LineCollection
from synthetic_tables import METHODS, METRICS

from gec_attribution.experiments.catalogue import experiments
from gec_attribution.figures import style

THREE_DATASETS = ("CoNLL-2014", "JFLEG", "Learner corpus")
SIX_METRICS = ("SOME", "IMPARA", "PPL", "SOME grammaticality", "SOME fluency", "SOME meaning")
SIX_METHODS = ("Shapley", "Shapley sampling", "Add", "Sub", "Add (raw)", "Sub (raw)")
SHAPES = {
    "one data set": {"datasets": ("JFLEG",)},
    "three data sets": {"datasets": THREE_DATASETS},
    "one metric": {"datasets": ("JFLEG",), "metrics": ("SOME",), "methods": ("Shapley", "Sub")},
    "fifteen systems": {
        "datasets": ("JFLEG",),
        "systems": [f"System number {number}" for number in range(1, 16)],
    },
    "many": {"datasets": ("JFLEG",), "metrics": SIX_METRICS, "methods": SIX_METHODS},
}


def module_of_tests(experiment, name):
    """A module in the folder of an experiment's tests; None where there is none."""
    if not (Path(__file__).parents[1] / "experiments" / experiment / f"{name}.py").exists():
        return None
    return importlib.import_module(f"experiments.{experiment}.{name}")


def synthetic_module(experiment):
    """The module with synthetic rows of an experiment's results."""
    return module_of_tests(experiment, "synthetic")


def experiment_of(result):
    """The name of the experiment that writes a result."""
    (owner,) = [
        name
        for name, experiment in experiments().items()
        if result in {*experiment.result_names(), *(shown.result for shown in experiment.shown())}
    ]
    return owner


def table_of(result, **shape):
    """Rows of a result, of those parts of a shape that it has.

    They are invented where `synthetic.py` beside the experiment's tests has a function of that
    name, because a test wants to know the numbers, or the figure needs more than four sentences
    give; else computed.
    """
    experiment = experiment_of(result)
    make = getattr(synthetic_module(experiment), result, None)
    if make:
        accepted = inspect.signature(make).parameters
        return make(**{key: value for key, value in shape.items() if key in accepted})
    from computed_rows import computed, renamed, with_intervals

    names = {"datasets": ("JFLEG",), "metrics": METRICS, "methods": METHODS, **shape}
    columns = {key.removesuffix("s"): wanted for key, wanted in names.items()}
    return with_intervals(renamed(computed(experiment)[result], columns))


def takes(result, part):
    """Whether rows of a result differ by a part of a shape, such as `systems`."""
    make = getattr(synthetic_module(experiment_of(result)), result, None)
    if make:
        return part in inspect.signature(make).parameters
    return part.removesuffix("s") in table_of(result)


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
        (int(text.get_position()[1]), int(text.get_position()[0])): text for text in panel.texts
    }


def tick_labels(axis):
    return [label.get_text() for label in axis.get_ticklabels()]


def whiskers(panel):
    """Every upright line drawn by `vlines`, as (x, low, high)."""
    return [
        (segment[0][0], segment[0][1], segment[1][1])
        for collection in panel.collections
        if isinstance(collection, LineCollection)
        for segment in collection.get_segments()
    ]


def files_of(stem):
    return {
        suffix: Path(f"{stem}.{suffix}").read_bytes() for suffix in ("pdf", "png", "svg", "csv")
    }
