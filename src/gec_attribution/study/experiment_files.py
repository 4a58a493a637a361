"""The files of the experiments: which of earlier stages they read, and which they write."""

from collections.abc import Callable, Mapping
from typing import Any

import jinja2

from gec_attribution.experiments.catalogue import experiments
from gec_attribution.experiments.declaration import Experiment, Figure, Table
from gec_attribution.study.places import local_file
from gec_attribution.study.study import Study

_CAPTIONS = jinja2.Environment(undefined=jinja2.StrictUndefined, autoescape=False)  # noqa: S701


def _by_method(study: Study, experiment: Experiment, folder: str, metrics: list[str]) -> list[str]:
    method = study.options(experiment)["method"]
    return [f"{folder}/attributions/{metric}/{method}.parquet" for metric in metrics]


def _by_methods(study: Study, _: Experiment, folder: str, metrics: list[str]) -> list[str]:
    return [
        f"{folder}/attributions/{metric}/{method}.parquet"
        for metric in metrics
        for method in study.methods
    ]


_OF_METRICS: Mapping[str, Callable[[Study, Experiment, str, list[str]], list[str]]] = {
    "attributions": _by_method,
    "attributions by all methods": _by_methods,
    "scores": lambda _, __, folder, metrics: [
        f"{folder}/scores/{name}.parquet" for name in metrics
    ],
    "interactions": lambda _, __, folder, metrics: [
        f"{folder}/interactions/{name}.parquet" for name in metrics
    ],
}
_OF_SYSTEMS = {
    "edits": "edits/{}.m2",
    "unaligned": "edits/{}.unaligned.txt",
}
_OF_REFERENCES = {"references": "edits/reference.{}.m2"}
_OF_DATASET = {
    "sources": "corpus/sources.txt",
    "coalitions": "coalitions/coalitions.parquet",
}
_REPORTS, _JUDGED = "reports", "judged"
READINGS = frozenset((_REPORTS, _JUDGED, *_OF_METRICS, *_OF_SYSTEMS, *_OF_REFERENCES, *_OF_DATASET))
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
    folder = f"{study.folder}/{dataset}"
    metrics = study.metrics_of(dataset) if metric is None else [metric]
    files = {}
    for reading in experiment.reads:
        if reading in _OF_METRICS:
            paths = _OF_METRICS[reading](study, experiment, folder, metrics)
        elif reading in _OF_SYSTEMS:
            paths = [
                f"{folder}/{_OF_SYSTEMS[reading].format(name)}"
                for name in study.systems_of(dataset)
            ]
        elif reading in _OF_REFERENCES:
            count = len(study.config["datasets"][dataset]["references"])
            paths = [f"{folder}/{_OF_REFERENCES[reading].format(n)}" for n in range(count)]
        elif reading == _REPORTS:
            paths = [
                f"{path.removesuffix('.json')}.report.json"
                for *_, runs in study.explanations_of(dataset)
                for path in runs
            ]
        elif reading == _JUDGED:
            judged = [dataset] if dataset in study.judged_datasets else []
            paths = [local_file(study.config["datasets"][name]["sources"]) for name in judged]
        elif reading in _OF_DATASET:
            paths = [f"{folder}/{_OF_DATASET[reading]}"]
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
    pattern = result_file(study, experiment, shown.result or experiment.result_names()[0])
    if experiment.unit == "study":
        return [pattern]
    return [
        pattern.format(dataset=dataset, metric=metric)
        for dataset in study.datasets_of(experiment)
        for metric in (study.metrics_of(dataset) if experiment.unit == "metric" else [""])
    ]


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
    facts = study.caption_facts(
        experiment,
        None if dataset is None else [dataset],
        None if metric is None else [metric],
    )
    return " ".join(_CAPTIONS.from_string(shown.caption).render(facts).split())


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


def shown_result(study: Study, path: str) -> dict[str, Any] | None:
    """What the report says of a figure or table, by the SVG or CSV file that Snakemake's shows.

    Returns:
        stem, is_figure, section, title and caption of `pages.report.Result`; None of other files.
    """
    is_figure = path.endswith(".svg")
    stem = path.rpartition(".")[0]
    name, *about = stem.rpartition("/")[2].split(".", 1)
    if f"/{'figures' if is_figure else 'tables'}/" not in path or path[-4:] not in {".svg", ".csv"}:
        return None
    for experiment in experiments().values():
        for shown in experiment.figures if is_figure else experiment.tables:
            if name != shown.name and name not in getattr(shown, "variants", {}):
                continue
            dataset, _, metric = about[0].partition(".") if about else ("", "", "")
            named = [study.label("dataset", dataset), study.label("metric", metric)]
            return {
                "stem": stem,
                "is_figure": is_figure,
                "section": experiment.section,
                "title": experiment.titles()[name]
                + (f": {', '.join(map(str, named))}" if about else ""),
                "caption": caption(study, experiment, shown, dataset or None, metric or None),
            }
    return None
