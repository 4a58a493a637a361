"""The files of the experiments: which of earlier stages they read, and which they write."""

import re
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
    "attributions by Shapley values": lambda files, _, dataset, metric: [
        files.attributions(dataset, metric, str(files.study.shapley))
    ],
    "scores": lambda files, _, dataset, metric: [files.scores(dataset, metric)],
    "ends": lambda files, _, dataset, metric: [files.ends(dataset, metric)],
    "interactions": lambda files, _, dataset, metric: [files.interactions(dataset, metric)],
}
_OF_DATASET: Mapping[str, Callable[[StageFiles, str], list[str]]] = {
    "sources": lambda files, dataset: [files.sources(dataset)],
    "reference_texts": StageFiles.reference_texts,
    "texts": StageFiles.system_texts,
    "pipeline": StageFiles.pipeline,
    "edits": StageFiles.system_edits,
    "extraction": StageFiles.extraction_signatures,
    "unaligned": StageFiles.unaligned,
    "references": StageFiles.reference_edits,
    "coalitions": lambda files, dataset: [files.coalitions(dataset)],
    "scores of metrics that score": StageFiles.scores_of_scored,
    "thresholds": lambda files, _: files.tuned_thresholds(),
    "gold": StageFiles.gold_explanations,
    "explanations": StageFiles.explanations,
    "explanations by their first run": StageFiles.first_explanations,
    "reports": StageFiles.explanation_reports,
    "judged": StageFiles.judged,
}
READINGS = frozenset((*_OF_METRIC, *_OF_DATASET))
"""What a declaration may name under `reads`; any other name is an option that is a file."""


def input_files(
    study: Study, experiment: Experiment, dataset: str = "", metric: str | None = None
) -> dict[str, list[str]]:
    """The files that an experiment reads on a data set, by the first word of what it declares.

    Args:
        study: the study.
        experiment: the experiment.
        dataset: the data set; that of the whole study reads of all that it looks at.
        metric: the metric, for an experiment of one.
    """
    stages = StageFiles(study)
    datasets = [dataset] if dataset else study.datasets_of(experiment)
    files = stages.registered(experiment)
    files |= {name: result_files(study, experiments()[name]) for name in experiment.after}
    for reading in experiment.reads:
        paths: list[str] = []
        for name in datasets:
            if reading in _OF_METRIC:
                for scoring in study.metrics_of(name) if metric is None else [metric]:
                    paths += _OF_METRIC[reading](stages, experiment, name, scoring)
            elif reading in _OF_DATASET:
                paths += _OF_DATASET[reading](stages, name)
            else:
                paths.append(study.find(study.options(experiment)[reading]))
        files[re.split(" by | of ", reading)[0]] = paths
    scored = _scored(study, experiment, dataset).values()
    models = [path for _, entry, _ in scored for path in stages.named_files("metrics", entry)]
    return {**files, **({"models": models} if experiment.scores else {})}


def _scored(
    study: Study, experiment: Experiment, dataset: str
) -> dict[str, tuple[str, Mapping[str, Any], str]]:
    """Name, entry and column of each metric by which an experiment scores sentences of its own."""
    if experiment.scores == "forms":
        forms = study.related_forms().items()
        return {name: (name, form["metric"], "score") for name, form in forms}
    names = {"scored": study.scored_entries, "ranked": lambda _: study.ranked_metrics}
    listed = names[experiment.scores](dataset) if experiment.scores else []
    return {name: (*study.scored_metric(name), study.component(name)) for name in listed}


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
    if metrics is None and experiment.of_chosen_metrics:
        metrics = study.case_study_columns()
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


_SETTINGS: Mapping[str, Callable[[Study, str, str], Any]] = {
    "include_sampled": lambda study, *_: study.config["evaluation"]["include_sampled"],
    "coalitions": lambda study, *_: study.config["coalitions"],
    "methods": lambda study, *_: study.config["methods"],
    "agreement": lambda study, *_: study.options(experiments()["agreement"]),
    "published": lambda study, *_: list(study.published_metrics),
    "forms": lambda study, *_: study.related_forms(),
    "language": lambda study, dataset, _: study.dataset(dataset).language,
    "pipeline": lambda study, dataset, _: study.dataset(dataset).pipeline,
    "lines": lambda study, dataset, _: study.dataset(dataset).lines,
    # Of each report of explanations: explainer, and whose correction.
    "explained": lambda study, dataset, _: [
        (explainer, correction)
        for explainer, correction, runs in study.explanations_of(dataset)
        for _ in runs
    ],
    # Of all runs together: the same, how many runs, and whether the correction is the explainer's.
    "solutions": lambda study, dataset, _: [
        (explainer, correction, len(runs), study.corrects(explainer, correction))
        for explainer, correction, runs in study.explanations_of(dataset)
    ],
    "columns": lambda study, _, metric: study.case_study_columns()[metric],
    "weights": lambda study, _, metric: study.summed_parts(metric),
}
"""What a declaration may name under `settings`."""


def parameters(
    study: Study, experiment: Experiment, dataset: str = "", metric: str = ""
) -> dict[str, Any]:
    """What else moves the numbers of an experiment, as `Inputs` takes it."""
    settings = {name: _SETTINGS[name](study, dataset, metric) for name in experiment.settings}
    if experiment.scores:
        settings["scored"] = _scored(study, experiment, dataset)
    if experiment.unit == "study":
        settings["datasets"] = study.datasets_of(experiment)
    # What is drawn moves no number, and what is a file is an input.
    not_numbers = {"datasets", "metrics", *experiment.reads, *experiment.settings}
    return {
        "dataset": dataset,
        "systems": study.systems_of(dataset),
        "metrics": [metric] if metric else study.metrics_of(dataset) if dataset else [],
        "options": {
            key: value for key, value in study.options(experiment).items() if key not in not_numbers
        },
        "settings": settings,
        "resamples": study.config["evaluation"]["resamples"],
        "seed": study.config["seed"],
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
            key: ", ".join(_called(study, kind, name) for name in study.names_shown(kind, names))
            for key, (kind, names) in shown.items()
        },
        "least_sources": bootstrap.MIN_SOURCES,
        "most_edits": config["coalitions"]["max_edits"],
        "include_sampled": config["evaluation"]["include_sampled"],
        "resamples": resamples,
        "test_resamples": bootstrap.enough_to_test(resamples),
        "seed": config["seed"],
    }


def _called(study: Study, kind: str, name: str) -> str:
    """What a caption calls something: a metric on an embedded model is not the published one."""
    label = str(study.label(kind, name))
    return f"embedded {label}" if kind == "metric" and study.is_embedded(name) else label


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


def joining_options(study: Study, experiment: Experiment, shown: Table) -> dict[str, Any]:
    """What the `join` of a table is given besides its rows; see `Table.takes`."""
    known = {**study.options(experiment), "published": study.published_metrics}
    return {name: known[name] for name in shown.takes}
