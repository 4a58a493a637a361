"""Checks of a study's experiments against the rest of the study."""

from collections.abc import Iterator

from gec_attribution.config.models import Problem
from gec_attribution.errors import unknown
from gec_attribution.experiments.catalogue import experiments, figures
from gec_attribution.experiments.declaration import Experiment, ExperimentOptions
from gec_attribution.pipeline.study import ExperimentStudy


def experiment_problems(study: ExperimentStudy) -> Iterator[Problem]:
    """Mistakes about labels, and about experiments that do not fit the rest of a study."""
    for kind in ("dataset", "system", "explainer", "metric", "method"):
        yield from _ambiguous_labels(study, kind)
    for dataset, entry in study.datasets.items():
        for number, name in enumerate(entry.experiments or ()):
            if name not in experiments():
                key = f"datasets.{dataset}.experiments.{number}"
                yield key, unknown("experiment", name, experiments())
    for name in study.figures:
        if name not in figures():
            yield f"figures.{name}", unknown("figure", name, figures())
    for name, experiment in experiments().items():
        options = study.entry(name)
        if options:
            for key, text in _about_experiment(study, experiment, options):
                yield f"evaluation.{name}{key}", text


def _ambiguous_labels(study: ExperimentStudy, kind: str) -> Iterator[Problem]:
    """Entries of one kind that figures and tables would call by the same label."""
    first_named: dict[str, str] = {}
    for name in getattr(study, f"{kind}s"):
        label = study.label(kind, name).strip()
        first = first_named.setdefault(label, name)
        if first != name:
            text = f"{label!r} is also that of {first}; give each its own"
            yield f"{kind}s.{name}.label", text


def _about_experiment(
    study: ExperimentStudy, experiment: Experiment, options: ExperimentOptions
) -> Iterator[Problem]:
    """An experiment whose needs the study does not meet."""
    if experiment.needs == "explanations":
        dataset = getattr(options, "dataset", None)
        missing = "the file of its reference's edits, explained, is missing"
        if dataset and dataset not in study.explained_datasets:
            yield ".dataset", f"datasets.{dataset}.explanations, {missing}"
        elif not study.explained_datasets:
            yield "", f"of every data set `explanations`, {missing}"
    yield from options.problems(study)
