"""Files and parameters of the experiments."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import Any

from gec_attribution.config.entries import plain
from gec_attribution.errors import ConfigError, unknown
from gec_attribution.experiments.catalogue import experiment_with
from gec_attribution.experiments.declaration import (
    Experiment,
    Figure,
    ProjectFile,
    Reads,
    RegisteredFiles,
    ResultOf,
    Shown,
    Table,
    scored_metrics,
)
from gec_attribution.pipeline.study import ExperimentStudy, registered_files

SETTINGS = ("coalitions", "language", "lines", "methods", "pipeline", "solutions")
"""Settings that a declaration may name."""


def input_files(
    study: ExperimentStudy,
    experiment: Experiment,
    dataset: str = "",
    metric: str | None = None,
) -> dict[str, list[str]]:
    """The files that an experiment reads, by its names for them.

    `dataset` is empty for an experiment of the whole study; an experiment of one has a `metric`.
    """
    datasets = [dataset] if dataset else study.datasets_of(experiment)
    files = {}
    for name, asked in experiment.inputs.items():
        files[name] = _further_files(study, experiment, asked)
    options = study.options(experiment)
    for name in experiment.path_options:
        path = getattr(options, name, None)
        if path:
            files[name] = [path]
    for reading in experiment.reads:
        paths = []
        for name in datasets:
            metrics = [metric] if metric else study.metrics_read(experiment, name)
            paths += files_read(study, reading, name, metrics)
        files[reading.key] = paths
    if experiment.scores:
        models = []
        for name in study.metrics_scored(experiment, dataset):
            whole = study.metrics[study.scored_metric(name)]
            models += study.files_of(whole)
        files["models"] = models
    return files


def _further_files(
    study: ExperimentStudy,
    experiment: Experiment,
    asked: ProjectFile | RegisteredFiles | ResultOf,
) -> list[str]:
    """The files of one further input of an experiment."""
    match asked:
        case ProjectFile(path):
            return [study.find(path)]
        case ResultOf(name):
            return joined_files(study, {name: name})[name]
        case RegisteredFiles() if study.has(experiment):
            return [file.local for file in registered_files(asked)]
    return []


def files_read(
    study: ExperimentStudy, reading: Reads, dataset: str, metrics: Sequence[str]
) -> list[str]:
    """Files of earlier stages that an experiment of some metrics reads on a data set."""
    entry = study.datasets[dataset]
    explained = [files for *_, files in study.explanations_of(dataset)]
    paths = list(chain.from_iterable(explained))
    first_method = [study.first_method]
    match reading:
        case Reads.PIPELINE:
            paths = study.pipeline_files(dataset)
        case Reads.GOLD:
            paths = study.gold_explanations(dataset)
        case Reads.JUDGED:
            paths = [entry.sources.local] if study.is_judged(dataset) else []
        case Reads.JUDGED_SYSTEMS:
            paths = [file.local for file in entry.judged_systems]
        case Reads.RANKINGS:
            paths = [file.local for file in entry.rankings.values()]
        case Reads.EXPLANATIONS:
            pass
        case Reads.FIRST_EXPLANATIONS:
            paths = [files[0] for files in explained]
        case Reads.REPORTS:
            paths = [f"{path.removesuffix('.json')}.report.json" for path in paths]
        case Reads.OTHER_ATTRIBUTIONS | Reads.OTHER_REFERENCES:
            other = _other_corpus(study, dataset)
            paths = []
            if other:
                paths = study.paths(
                    other,
                    reading.path,
                    metric=study.metrics_of(other)[:1],
                    first_method=first_method,
                )
        case _:
            paths = study.paths(
                dataset,
                reading.path,
                metric=metrics,
                scored_metric=scored_metrics(study, dataset),
                first_method=first_method,
            )
    return paths


def _other_corpus(study: ExperimentStudy, dataset: str) -> str:
    """The last other data set of the language with attributions and references, if any."""
    language = study.datasets[dataset].language
    other = ""
    for name in study.shared_datasets:
        entry = study.datasets[name]
        if name == dataset or entry.language != language:
            continue
        if entry.references and study.systems_of(name) and study.metrics_of(name):
            other = name
    return other


def result_file(study: ExperimentStudy, experiment: Experiment, name: str) -> str:
    """The CSV file of a result, with the wildcards of the experiment's unit."""
    if experiment.unit == "study":
        return f"{study.folder}/evaluation/{name}.csv"
    stem = f"{study.folder}/{{dataset}}/evaluation/{name}"
    if experiment.unit == "dataset":
        return f"{stem}.csv"
    return f"{stem}/{{metric}}.csv"


def result_files(
    study: ExperimentStudy, experiment: Experiment, name: str
) -> list[str]:
    """The CSV files of a result, for each of its data sets and the metrics that score them."""
    pattern = result_file(study, experiment, name)
    if experiment.unit == "study":
        return [pattern]
    files = []
    for dataset in study.datasets_of(experiment):
        metrics = [""]
        if experiment.unit == "metric":
            scoring = study.metrics_of(dataset)
            shown = study.options(experiment).columns(study)
            metrics = [name for name in shown if name in scoring]
        files += [pattern.format(dataset=dataset, metric=name) for name in metrics]
    return files


def joined_files(
    study: ExperimentStudy, results: Mapping[str, str]
) -> dict[str, list[str]]:
    """The files of some results, by the name for each; none of an experiment that is left out."""
    files: dict[str, list[str]] = {}
    for role, name in results.items():
        experiment = experiment_with(name)
        files[role] = []
        if study.has(experiment):
            files[role] = result_files(study, experiment, name)
    return files


def output_files(study: ExperimentStudy, experiment: Experiment) -> list[str]:
    """The files that an experiment writes, in the order of its results."""
    return [result_file(study, experiment, name) for name in experiment.result_names()]


def _setting(study: ExperimentStudy, name: str, dataset: str) -> Any:
    """A setting that a declaration names."""
    match name:
        case "coalitions":
            return plain(study.coalitions)
        case "methods":
            return study.specs("methods")
        case "language" | "pipeline" | "lines":
            return getattr(study.datasets[dataset], name)
        case "solutions":
            # Explainer, whose correction, number of runs, and whether the explainer corrected.
            solutions = []
            for explainer, correction, runs in study.explanations_of(dataset):
                corrects = study.corrects(explainer, correction)
                solutions.append((explainer, correction, len(runs), corrects))
            return solutions
    raise ConfigError(unknown("setting", name, SETTINGS))


def parameters(
    study: ExperimentStudy, experiment: Experiment, dataset: str = "", metric: str = ""
) -> dict[str, object]:
    """Parameters that move the numbers of an experiment, as `Inputs` takes them."""
    settings = {name: _setting(study, name, dataset) for name in experiment.settings}
    if experiment.asks:
        settings |= experiment.asks(study, dataset, metric)
    if experiment.scores:
        scored = {}
        for name in study.metrics_scored(experiment, dataset):
            whole = study.scored_metric(name)
            scored[name] = (whole, study.metrics[whole].spec, study.component(name))
        settings["scored"] = scored
    if experiment.unit == "study":
        settings["datasets"] = study.datasets_of(experiment)
    metrics = [metric] if metric else []
    if dataset and not metric:
        metrics = study.metrics_read(experiment, dataset)
    return {
        "dataset": dataset,
        "systems": study.systems_of(dataset),
        "metrics": metrics,
        "options": numeric_options(study, experiment),
        "settings": settings,
        "resamples": study.evaluation.resamples,
        "seed": study.seed,
    }


def numeric_options(
    study: ExperimentStudy, experiment: Experiment
) -> dict[str, object]:
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


def all_shown_files(
    study: ExperimentStudy, experiment: Experiment, tables: Iterable[Shown]
) -> list[str]:
    """The results in some tables of an experiment, each file once."""
    files: dict[str, None] = {}
    for table in tables:
        for paths in shown_files(study, experiment, table).values():
            files |= dict.fromkeys(paths)
    return list(files)


def shown_options(
    study: ExperimentStudy,
    experiment: Experiment,
    shown: Shown,
    metric: str | None = None,
) -> dict[str, object]:
    """Options of the module of a figure or table besides the rows, as its `takes` lists them.

    These are options of the experiment; `exact_up_to`, up to which attributions are exact; and for
    a figure the labels of its `metric` and of the first `method`. Others are those that it `asks`.
    """
    values = {
        **plain(study.options(experiment)),
        "exact_up_to": study.coalitions.exact_up_to,
        "method": study.first_method,
    }
    if isinstance(shown, Figure):
        values["metric"] = metric and study.label("metric", metric)
        values["method"] = study.label("method", study.first_method)
    options = {**shown.options} if isinstance(shown, Table) else {}
    options |= {name: values[name] for name in shown.takes}
    if shown.asks:
        options |= shown.asks(study)
    return options
