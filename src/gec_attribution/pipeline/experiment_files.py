"""Files and parameters of the experiments."""

from collections.abc import Callable, Mapping
from typing import Any

from gec_attribution.config.entries import MetricEntry, plain
from gec_attribution.experiments.catalogue import experiment_with
from gec_attribution.experiments.declaration import Experiment, Figure, Shown, Table
from gec_attribution.pipeline.study import ExperimentStudy, registered


def input_files(
    study: ExperimentStudy, experiment: Experiment, dataset: str = "", metric: str | None = None
) -> dict[str, list[str]]:
    """The files that an experiment reads, by its names for them.

    `dataset` is empty for an experiment of the whole study; an experiment of one has a `metric`.
    """
    datasets = [dataset] if dataset else study.datasets_of(experiment)
    made = study.has(experiment)
    files = {
        name: [file.local for file in files if made]
        for name, files in registered(experiment).items()
    }
    files |= joined_files(study, experiment.after)
    files |= {name: [study.find(path)] for name, path in experiment.files.items()}
    options = study.options(experiment)
    files |= {
        name: [path] for name in experiment.path_options if (path := getattr(options, name, None))
    }
    for reading in experiment.reads:
        files[reading.key] = [
            path
            for name in datasets
            for path in study.files_read(
                reading, name, [metric] if metric else study.metrics_read(experiment, name)
            )
        ]
    if experiment.scores:
        scored = _scored(study, experiment, dataset).values()
        files["models"] = [path for _, entry, _ in scored for path in study.files_of(entry)]
    return files


def _scored(
    study: ExperimentStudy, experiment: Experiment, dataset: str
) -> dict[str, tuple[str, MetricEntry, str]]:
    """Name, entry and column of each metric by which an experiment scores sentences of its own."""
    names = {
        "scored": lambda name: [
            m for m in study.metrics_read(experiment, name) if m in study.scored_metrics
        ],
        "ranked": lambda _: study.ranked_metrics,
        "timed": lambda name: [m for m in study.metrics_of(name) if m in study.timed_metrics],
    }
    metrics = names[experiment.scores](dataset) if experiment.scores else []
    whole = {name: study.scored_metric(name) for name in metrics}
    return {
        name: (whole[name], study.metrics[whole[name]], study.component(name)) for name in metrics
    }


def result_file(study: ExperimentStudy, experiment: Experiment, name: str) -> str:
    """The CSV file of a result, with the wildcards of the experiment's unit."""
    return {
        "study": f"{study.folder}/evaluation/{name}.csv",
        "dataset": f"{study.folder}/{{dataset}}/evaluation/{name}.csv",
        "metric": f"{study.folder}/{{dataset}}/evaluation/{name}/{{metric}}.csv",
    }[experiment.unit]


def result_files(study: ExperimentStudy, experiment: Experiment, name: str) -> list[str]:
    """The CSV files of a result, for each of its data sets and the metrics that score them."""
    pattern = result_file(study, experiment, name)
    if experiment.unit == "study":
        return [pattern]
    return [
        pattern.format(dataset=dataset, metric=metric)
        for dataset in study.datasets_of(experiment)
        for metric in _metrics(study, experiment, dataset)
    ]


def _metrics(study: ExperimentStudy, experiment: Experiment, dataset: str) -> list[str]:
    """Metrics of which an experiment has results of their own; an empty name for all at once."""
    if experiment.unit != "metric":
        return [""]
    scoring = study.metrics_of(dataset)
    if experiment.of_chosen_metrics:
        return [name for name in study.columns_shown(experiment) if name in scoring]
    return scoring


def joined_files(study: ExperimentStudy, results: Mapping[str, str]) -> dict[str, list[str]]:
    """The files of some results, by the name for each; none of an experiment that is left out."""
    files = {}
    for role, name in results.items():
        experiment = experiment_with(name)
        files[role] = result_files(study, experiment, name) if study.has(experiment) else []
    return files


def output_files(study: ExperimentStudy, experiment: Experiment) -> list[str]:
    """The files that an experiment writes, in the order of its results."""
    return [result_file(study, experiment, name) for name in experiment.result_names()]


_SETTINGS: Mapping[str, Callable[[ExperimentStudy, str, str], Any]] = {
    "coalitions": lambda study, *_: plain(study.coalitions),
    "methods": lambda study, *_: study.specs("methods"),
    "published": lambda study, *_: list(study.published_metrics),
    "language": lambda study, dataset, _: study.datasets[dataset].language,
    "pipeline": lambda study, dataset, _: study.datasets[dataset].pipeline,
    "lines": lambda study, dataset, _: study.datasets[dataset].lines,
    "rankings": lambda study, dataset, _: list(study.datasets[dataset].rankings),
    "explained_datasets": lambda study, *_: [
        name for name, entry in study.datasets.items() if entry.explanations
    ],
    # For each report of explanations: the explainer, and whose correction.
    "explained": lambda study, dataset, _: [
        (explainer, correction)
        for explainer, correction, runs in study.explanations_of(dataset)
        for _ in runs
    ],
    # For all runs together: the same, the number of runs, and whether the explainer corrected.
    "solutions": lambda study, dataset, _: [
        (explainer, correction, len(runs), study.corrects(explainer, correction))
        for explainer, correction, runs in study.explanations_of(dataset)
    ],
    "weights": lambda study, _, metric: study.metrics[metric].coefficients,
}
"""Settings that a declaration may name."""


def parameters(
    study: ExperimentStudy, experiment: Experiment, dataset: str = "", metric: str = ""
) -> dict[str, object]:
    """Parameters that move the numbers of an experiment, as `Inputs` takes them."""
    settings = {name: _SETTINGS[name](study, dataset, metric) for name in experiment.settings}
    if experiment.of_chosen_metrics:
        settings["columns"] = study.columns_shown(experiment)[metric]
    if experiment.scores:
        scored = _scored(study, experiment, dataset).items()
        settings["scored"] = {
            name: (whole, entry.spec, column) for name, (whole, entry, column) in scored
        }
    if experiment.unit == "study":
        settings["datasets"] = study.datasets_of(experiment)
    return {
        "dataset": dataset,
        "systems": study.systems_of(dataset),
        "metrics": [metric]
        if metric
        else study.metrics_read(experiment, dataset)
        if dataset
        else [],
        "options": numeric_options(study, experiment),
        "settings": settings,
        "resamples": study.evaluation.resamples,
        "seed": study.seed,
    }


def numeric_options(study: ExperimentStudy, experiment: Experiment) -> dict[str, object]:
    """Options that move an experiment's numbers, without input files and choices of figures."""
    left_out = {"datasets", "metrics", *experiment.path_options, *experiment.settings}
    options = plain(study.options(experiment)).items()
    return {key: value for key, value in options if key not in left_out}


def shown_files(
    study: ExperimentStudy, experiment: Experiment, shown: Shown
) -> dict[str, list[str]]:
    """The results in a figure or table, by the names for them in its module."""
    if isinstance(shown, Table) and shown.joins:
        return joined_files(study, shown.joins)
    name = experiment.result_of(shown)
    if shown.unit == "metric":
        return {"tables": [result_file(study, experiment, name)]}
    return {"tables": result_files(study, experiment, name)}


def shown_options(
    study: ExperimentStudy, experiment: Experiment, shown: Shown, metric: str | None = None
) -> dict[str, object]:
    """Options of the module of a figure or table besides the rows, as its `takes` lists them.

    These are options of the experiment; `exact_up_to`, up to which attributions are exact;
    `published` metrics and `published_datasets`; the data sets and models that can be `claimed`
    about; and for a figure the labels of its `metric` and of the first `method`.
    """
    values = {
        **plain(study.options(experiment)),
        "exact_up_to": study.coalitions.exact_up_to,
        "published": study.published_metrics,
        "published_datasets": study.published_datasets,
        "claimed": study.claimed,
        "method": study.first_method,
    }
    if isinstance(shown, Figure):
        values["metric"] = metric and study.label("metric", metric)
        values["method"] = study.label("method", study.first_method)
    constant = shown.options if isinstance(shown, Table) else {}
    return {**constant, **{name: values[name] for name in shown.takes}}
