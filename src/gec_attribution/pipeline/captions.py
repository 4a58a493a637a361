"""The captions of figures and tables, with what the study says in the places of their templates."""

import re
from collections.abc import Iterable
from importlib import resources

import jinja2

from gec_attribution.config.entries import plain
from gec_attribution.errors import ConfigError
from gec_attribution.experiments.declaration import Experiment, Shown
from gec_attribution.experiments.loading import module_of
from gec_attribution.pipeline.study import ExperimentStudy
from gec_attribution.statistics import bootstrap

_CAPTIONS = jinja2.Environment(undefined=jinja2.StrictUndefined, autoescape=False)  # noqa: S701


def caption(
    study: ExperimentStudy,
    experiment: Experiment,
    shown: Shown,
    dataset: str | None = None,
    metric: str | None = None,
) -> str:
    """The caption of a figure or table, in plain text; empty where the study does not make it.

    `dataset` and `metric` are those of a figure that shows no others.
    """
    if not study.has(experiment):
        return ""
    datasets = study.datasets_of(experiment) if dataset is None else [dataset]
    metrics = [metric] if metric else _metrics_shown(study, experiment, datasets)
    facts = _caption_facts(study, experiment, datasets, metrics)
    try:
        text = _CAPTIONS.from_string(caption_template(experiment, shown)).render(facts)
    except jinja2.TemplateError as error:
        raise ConfigError(
            f"caption.rst of {experiment.name}: {error}; names in it are {', '.join(facts)}"
        ) from error
    # Options may be 1. Of a list of numbers, the last says nothing about the noun.
    plurals = r"(?<![\d.,])(?<!, )1 (edit|pair|sentence)s\b"
    return re.sub(plurals, r"1 \1", " ".join(text.split()))


def caption_template(experiment: Experiment, shown: Shown) -> str:
    """Template of a caption: the text below its heading in the experiment's `caption.rst`.

    Text above the first heading, such as `{% set %}` of sentences in several captions, begins each.

    Raises:
        ConfigError: the folder of the experiment has no such file, or the file no such heading.
    """
    file = resources.files(module_of(experiment.name)) / "caption.rst"
    if not file.is_file():
        raise ConfigError(
            f"{file}: not found; write the captions of the experiment into it"
        )
    headings = re.compile(r"^(\S+)\n-{3,}\n", re.MULTILINE)
    text, *sections = headings.split(file.read_text("utf-8"))
    if not sections:
        return text
    captions = dict(zip(sections[::2], sections[1::2], strict=True))
    heading = f"{shown.folder}/{shown.name}"
    if heading not in captions:
        raise ConfigError(
            f"{file}: has no caption below the heading {heading!r}, underlined with hyphens; "
            f"found {', '.join(captions)}"
        )
    return text + captions[heading]


def _metrics_shown(
    study: ExperimentStudy, experiment: Experiment, datasets: list[str]
) -> list[str]:
    """The metrics of the data sets shown, without those that the options leave out."""
    shown: set[str] = set()
    for dataset in datasets:
        # An experiment with a result for each metric shows every metric.
        if experiment.unit == "metric":
            shown.update(study.metrics_of(dataset))
        else:
            shown.update(study.metrics_read(experiment, dataset))
    return [name for name in study.metrics if name in shown]


def _metrics_scored(
    study: ExperimentStudy, experiment: Experiment, datasets: list[str]
) -> list[str]:
    """The metrics by which an experiment scores sentences of its own."""
    scoring: set[str] = set()
    for dataset in [""] if experiment.unit == "study" else datasets:
        scoring.update(study.metrics_scored(experiment, dataset))
    return [name for name in study.metrics if name in scoring]


def _caption_facts(
    study: ExperimentStudy,
    experiment: Experiment,
    datasets: list[str],
    metrics: list[str],
) -> dict[str, object]:
    """Names that the captions of an experiment may use; see `Experiment`."""

    def labels(kind: str, names: Iterable[str]) -> str:
        return ", ".join(study.label(kind, name) for name in names) or "none"

    scored = _metrics_scored(study, experiment, datasets)
    options = plain(study.options(experiment))
    if "system" in options:
        options["system"] = study.label("system", options["system"])
    resamples = study.evaluation.resamples
    return {
        **options,
        "datasets": labels("dataset", datasets),
        "metrics": labels("metric", metrics),
        "methods": labels("method", study.methods),
        "scored_metrics": labels("metric", scored),
        "first_method": labels("method", [study.first_method]),
        "languages": {study.datasets[name].language for name in datasets if name},
        "least_sources": bootstrap.MIN_SOURCES,
        "exact_up_to": study.coalitions.exact_up_to,
        "resamples": f"{resamples:,}",
        "few_resamples": f"{min(resamples, bootstrap.FEW_RESAMPLES):,}",
        "test_resamples": f"{bootstrap.enough_to_test(resamples):,}",
        "seed": study.seed,
    }
