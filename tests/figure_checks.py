"""The figures of synthetic tables, and what a test reads off them."""

from functools import partial
from pathlib import Path

import synthetic_tables
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.collections import LineCollection

from gec_attribution.experiments.agreement import figure as agreement
from gec_attribution.experiments.bias import figure as bias
from gec_attribution.experiments.consistency import figure as consistency
from gec_attribution.experiments.counterfactual_bias import figure as counterfactual_bias
from gec_attribution.experiments.edit_counts import figure as cumulative_edits
from gec_attribution.experiments.efficiency import figure as efficiency
from gec_attribution.experiments.estimators import figure as estimators
from gec_attribution.experiments.explained_corpora import figure as explained_edits
from gec_attribution.experiments.faithfulness import curves_figure as faithfulness_curves
from gec_attribution.experiments.faithfulness import figure as faithfulness
from gec_attribution.experiments.filtering import figure as filtering
from gec_attribution.experiments.human_judgements import figure as human_judgements
from gec_attribution.experiments.human_rankings import figure as human_rankings
from gec_attribution.experiments.interactions import figure as interactions
from gec_attribution.experiments.missed_value import figure as missed_value
from gec_attribution.experiments.precision import figure as precision
from gec_attribution.experiments.score_decomposition import figure as score_decomposition
from gec_attribution.experiments.severity_attribution import felt_types_figure as felt_types
from gec_attribution.experiments.severity_attribution import figure as severity_attribution
from gec_attribution.experiments.vulnerability import figure as vulnerability
from gec_attribution.figures import style

THREE_DATASETS = ("CoNLL-2014", "JFLEG", "Learner corpus")


SIX_METRICS = ("SOME", "IMPARA", "PPL", "SOME grammaticality", "SOME fluency", "SOME meaning")


SIX_METHODS = ("Shapley", "Shapley sampling", "Add", "Sub", "Add (raw)", "Sub (raw)")


OPTIONS = {
    "cumulative_edits": {"max_edits": 10},
    "bias": {"min_frequency": 31},
    "precision": {"min_frequency": 10},
    "felt_types": {"method": "Shapley", "min_frequency": 10},
    "score_decomposition": {"metric": "SOME"},
}


FIGURES = {
    "cumulative_edits": (partial(cumulative_edits.plot, max_edits=10), "edit_counts"),
    "consistency": (consistency.plot, "consistency"),
    "agreement": (agreement.plot, "agreement"),
    "efficiency": (efficiency.plot, "efficiency"),
    "estimators": (estimators.plot, "estimators"),
    "faithfulness": (faithfulness.plot, "faithfulness"),
    "faithfulness_curves": (faithfulness_curves.plot, "faithfulness_curves"),
    "filtering": (filtering.plot, "filtering"),
    "bias": (partial(bias.plot, min_frequency=31), "bias"),
    "precision": (partial(precision.plot, min_frequency=10), "precision"),
    "human_judgements": (human_judgements.plot, "human_judgements"),
    "human_rankings": (human_rankings.plot, "human_rankings"),
    "score_decomposition": (
        partial(score_decomposition.plot, metric="SOME"),
        "score_decomposition",
    ),
    "missed_value": (missed_value.plot, "missed_value"),
    "interactions": (interactions.plot, "interactions"),
    "vulnerability": (vulnerability.plot, "vulnerability"),
    "counterfactual_bias": (counterfactual_bias.plot, "counterfactual_bias"),
    "explained_edits": (explained_edits.plot, "explained_edits"),
    "severity_attribution": (severity_attribution.plot, "severity_attribution"),
    "felt_types": (partial(felt_types.plot, **OPTIONS["felt_types"]), "severity_attribution"),
}


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


def table_of(name, **shape):
    make = getattr(synthetic_tables, FIGURES[name][1])
    accepted = make.__code__.co_varnames[: make.__code__.co_argcount]
    return make(**{key: value for key, value in shape.items() if key in accepted})


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
