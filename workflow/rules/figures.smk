# Stage 8: the figures, each as PDF, PNG and SVG, with the numbers behind it as CSV.

FIGURES = f"{STUDY}/figures"
FIGURE_LABELS = {kind: labels(kind) for kind in ("datasets", "systems", "metrics", "methods")}


def figure(name):
    """The files of one figure."""
    return {suffix: f"{FIGURES}/{name}.{suffix}" for suffix in ("pdf", "png", "svg", "csv")}


def tables_of(experiment, metrics=METRICS, datasets=DATASETS):
    """The tables of an experiment, for each data set and metric."""
    return expand(
        f"{STUDY}/{{dataset}}/evaluation/{experiment}/{{metric}}.csv",
        dataset=datasets,
        metric=metrics,
    )


def precision_figures():
    """One figure for each data set and metric."""
    metrics = config["evaluation"]["precision"]["metrics"] or METRICS
    return [f"precision.{dataset}.{metric}" for dataset in datasets_of("precision") for metric in metrics]


def all_figures():
    names = ["cumulative_edits", "consistency", "agreement", "efficiency", "bias"]
    return [path for name in names + precision_figures() for path in figure(name).values()]
