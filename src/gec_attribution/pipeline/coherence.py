"""Checks of a study's experiments against the rest of the study."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from gec_attribution.config.coherence import Problem
from gec_attribution.errors import unknown
from gec_attribution.experiments.catalogue import experiment_with, experiments

if TYPE_CHECKING:
    from gec_attribution.pipeline.study import ExperimentStudy


def incoherences(study: "ExperimentStudy") -> Iterator[Problem]:
    """Mistakes about parts that do not fit together: unknown names, empty ranges and so on."""
    known = type(study.evaluation).model_fields
    for name, entry in study.datasets.items():
        for reader in entry.experiments or ():
            if reader not in experiments():
                yield f"datasets.{name}.experiments", unknown("experiment", reader, experiments())
    yield from _ambiguous_labels(study)
    yield from _unexplained(study)
    most = study.coalitions.max_edits
    for name, experiment in experiments().items():
        options = study.entry(name)
        for needed in experiment.after.values() if options is not None else ():
            before = experiment_with(needed).name
            if before in known and study.entry(before) is None:
                text = (
                    f"it needs evaluation.{before}, which is null; name that, too, or leave this "
                    "one out"
                )
                yield f"evaluation.{name}", text
        high = getattr(options, "max_edits", None)
        if not experiment.every_coalition or high is None:
            continue
        low = getattr(options, "min_edits", 2)
        if low > high:
            yield f"evaluation.{name}", f"min_edits {low} exceeds max_edits {high}"
        if high > most:
            text = (
                f"{high} exceeds coalitions.max_edits {most}, up to which every coalition is scored"
            )
            yield f"evaluation.{name}.max_edits", text


def _ambiguous_labels(study: "ExperimentStudy") -> Iterator[Problem]:
    """Entries of one kind that figures and tables would call by the same label."""
    kinds = ("datasets", "systems", "explainers", "metrics", "methods")
    labelled: dict[str, Any] = {kind: dict(getattr(study, kind)) for kind in kinds}
    for key, name, form in study.forms():
        labelled.setdefault(key, {})[name] = form
    for kind, entries in labelled.items():
        first_named: dict[str, str] = {}
        for name, entry in entries.items():
            label = entry.label or name
            if (first := first_named.setdefault(label, name)) != name:
                text = f"{label!r} is also that of {first}; give each its own"
                yield f"{kind}.{name}.label", text


def _unexplained(study: "ExperimentStudy") -> Iterator[Problem]:
    """Experiments that need an explained reference where there is none."""
    explained = study.explained_datasets
    needs = "the file of its reference's edits, explained, is missing"
    for name, experiment in experiments().items():
        options = study.entry(name)
        if options is None or experiment.needs != "explanations":
            continue
        if dataset := getattr(options, "dataset", None):
            if dataset in study.datasets and dataset not in explained:
                yield f"evaluation.{name}.dataset", f"datasets.{dataset}.explanations, {needs}"
        elif not explained:
            yield f"evaluation.{name}", f"of every data set `explanations`, {needs}"
