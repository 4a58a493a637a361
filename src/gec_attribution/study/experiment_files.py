"""The files of the experiments: which of earlier stages they read, and which they write."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import jinja2

from gec_attribution.experiments.catalogue import experiments
from gec_attribution.experiments.declaration import Experiment, Figure, Table
from gec_attribution.statistics import bootstrap
from gec_attribution.study.stage_files import StageFiles
from gec_attribution.study.study import Study

_CAPTIONS = jinja2.Environment(undefined=jinja2.StrictUndefined, autoescape=False)  # noqa: S701

_OF_METRIC: Mapping[str, Callable[[StageFiles, Experiment, str, str], list[str]]] = {
    "attributions": lambda files, experiment, dataset, metric: [
        files.attributions(dataset, metric, files.study.options(experiment)["method"])
    ],
    "attributions by all methods": lambda files, _, dataset, metric: [
        files.attributions(dataset, metric, method) for method in files.study.methods
    ],
    "scores": lambda files, _, dataset, metric: [files.scores(dataset, metric)],
    "ends": lambda files, _, dataset, metric: [files.ends(dataset, metric)],
    "interactions": lambda files, _, dataset, metric: [files.interactions(dataset, metric)],
}
_OF_DATASET: Mapping[str, Callable[[StageFiles, str], list[str]]] = {
    "sources": lambda files, dataset: [files.sources(dataset)],
    "edits": StageFiles.system_edits,
    "unaligned": StageFiles.unaligned,
    "references": StageFiles.reference_edits,
    "coalitions": lambda files, dataset: [files.coalitions(dataset)],
    "reports": StageFiles.explanation_reports,
    "judged": StageFiles.judged,
}
READINGS = frozenset((*_OF_METRIC, *_OF_DATASET))
"""What a declaration may name under `reads`; any other name is an option that is a file."""


def input_files(
    study: Study, experiment: Experiment, dataset: str, metric: str | None = None
) -> dict[str, list[str]]:
    """The files that an experiment reads on a data set, by the first word of what it declares.

    Args:
        study: the study.
        experiment: an experiment of a data set, or of a metric.
        dataset: the data set.
        metric: the metric, for an experiment of one.
    """
    stages = StageFiles(study)
    metrics = study.metrics_of(dataset) if metric is None else [metric]
    files = {}
    for reading in experiment.reads:
        if reading in _OF_METRIC:
            listed = (_OF_METRIC[reading](stages, experiment, dataset, name) for name in metrics)
            paths = [path for of_metric in listed for path in of_metric]
        elif reading in _OF_DATASET:
            paths = _OF_DATASET[reading](stages, dataset)
        else:
            paths = [study.find(study.options(experiment)[reading])]
        files[reading.split(" by ")[0]] = paths
    return files


def result_file(study: Study, experiment: Experiment, name: str) -> str:
    """The CSV file of a result, with the wildcards of the experiment's unit."""
    return {
        "study": f"{study.folder}/evaluation/{name}.csv",
        "dataset": f"{study.folder}/{{dataset}}/evaluation/{name}.csv",
        "metric": f"{study.folder}/{{dataset}}/evaluation/{name}/{{metric}}.csv",
    }[experiment.unit]


def result_files(
    study: Study,
    experiment: Experiment,
    metrics: Iterable[str] | None = None,
    name: str | None = None,
) -> list[str]:
    """The CSV files of a result, for each of its data sets and the metrics that score them.

    Args:
        study: the study.
        experiment: the experiment.
        metrics: the metrics, of an experiment of one; all where None.
        name: the result; the experiment's first where None.
    """
    pattern = result_file(study, experiment, name or experiment.result_names()[0])
    if experiment.unit == "study":
        return [pattern]
    return [
        pattern.format(dataset=dataset, metric=metric)
        for dataset in study.datasets_of(experiment)
        for metric in _metrics(study, experiment, dataset, metrics)
    ]


def _metrics(
    study: Study, experiment: Experiment, dataset: str, metrics: Iterable[str] | None
) -> list[str]:
    if experiment.unit != "metric":
        return [""]
    scoring = study.metrics_of(dataset)
    if experiment.timed:
        scoring = [name for name in scoring if name in study.timed_metrics]
    return scoring if metrics is None else [name for name in metrics if name in scoring]


def system_speeds(study: Study) -> list[str]:
    """The speeds of the systems that are timed, of each data set that has some."""
    experiment = experiments()["system_speed"]
    if not study.has(experiment):
        return []
    pattern = result_file(study, experiment, experiment.name)
    datasets = study.datasets_of(experiment)
    return [pattern.format(dataset=name) for name in datasets if study.timed_systems_of(name)]


def output_files(study: Study, experiment: Experiment) -> dict[str, str]:
    """The files that an experiment writes, by result; `statistics` where it is compared."""
    files = {name: result_file(study, experiment, name) for name in experiment.result_names()}
    if experiment.compared:
        first = files[experiment.result_names()[0]]
        files["statistics"] = first.removesuffix(".csv") + ".parquet"
    return files


def parameters(
    study: Study, experiment: Experiment, dataset: str, metric: str | None = None
) -> dict[str, Any]:
    """What else moves the numbers of an experiment, as `Inputs` takes it."""
    config = study.config
    known = {
        "include_sampled": config["evaluation"]["include_sampled"],
        "coalitions": config["coalitions"],
        "methods": config["methods"],
        "language": config["datasets"][dataset]["language"],
        "lines": config["datasets"][dataset]["lines"],
        "explained": [
            (explainer, correction)
            for explainer, correction, runs in study.explanations_of(dataset)
            for _ in runs
        ],
        "agreement": study.options(experiments()["agreement"]),
    }
    not_numbers = {"datasets", "systems", "metrics", *experiment.reads}
    return {
        "dataset": dataset,
        "systems": study.systems_of(dataset),
        "metrics": study.metrics_of(dataset) if metric is None else [metric],
        "options": {
            key: value for key, value in study.options(experiment).items() if key not in not_numbers
        },
        "settings": {name: known[name] for name in experiment.settings},
        "resamples": config["evaluation"]["resamples"],
        "seed": config["seed"],
    }


def shown_files(study: Study, experiment: Experiment, shown: Figure | Table) -> list[str]:
    """The CSV files of the result that a figure or table of the whole study shows."""
    return result_files(study, experiment, name=shown.result)


def caption(
    study: Study,
    experiment: Experiment,
    shown: Figure | Table,
    dataset: str | None = None,
    metric: str | None = None,
) -> str:
    """The caption of a figure or table, in plain text; empty where the study does not make it.

    Args:
        study: the study.
        experiment: the experiment that it belongs to.
        shown: the figure or table.
        dataset: the only one shown.
        metric: the only one shown.
    """
    if not study.has(experiment):
        return ""
    facts = _caption_facts(
        study,
        experiment,
        study.datasets_of(experiment) if dataset is None else [dataset],
        list(study.config["metrics"]) if metric is None else [metric],
    )
    return " ".join(_CAPTIONS.from_string(shown.caption).render(facts).split())


def _caption_facts(
    study: Study, experiment: Experiment, datasets: list[str], metrics: list[str]
) -> dict[str, Any]:
    """What the captions of an experiment may name; see `Experiment`."""
    config, options = study.config, study.options(experiment)
    shown = {
        "datasets": ("dataset", datasets),
        "metrics": ("metric", metrics),
        "methods": ("method", [options["method"]] if options.get("method") else study.methods),
        "scored_metrics": ("metric", study.scored_metrics),
        "timed_metrics": ("metric", study.timed_metrics),
        "ranked_metrics": ("metric", study.ranked_metrics),
        "first_method": ("method", study.methods[:1]),
    }
    resamples = config["evaluation"]["resamples"]
    return {
        **options,
        **{
            key: ", ".join(str(study.label(kind, name)) for name in study.names_shown(kind, names))
            for key, (kind, names) in shown.items()
        },
        "least_sources": bootstrap.MIN_SOURCES,
        "most_edits": config["coalitions"]["max_edits"],
        "include_sampled": config["evaluation"]["include_sampled"],
        "resamples": resamples,
        "test_resamples": bootstrap.enough_to_test(resamples),
        "seed": config["seed"],
    }


def drawing_options(
    study: Study, experiment: Experiment, shown: Figure, metric: str | None = None
) -> dict[str, Any]:
    """What a figure's `plot` is given besides the table; see `Figure.takes`."""
    options = study.options(experiment)
    known = {
        **options,
        "max_edits": study.config["coalitions"]["max_edits"],
        "metric": study.label("metric", metric),
        "method": study.label("method", options.get("method")),
    }
    return {name: known[name] for name in shown.takes}


def not_drawn(study: Study, experiment: Experiment) -> list[str]:
    """The systems that the figures of an experiment leave out."""
    drawn = study.options(experiment).get("systems")
    return [name for name in study.config["systems"] if drawn and name not in drawn]
