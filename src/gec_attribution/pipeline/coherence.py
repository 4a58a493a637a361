"""Checks of a study's experiments against the rest of the study."""

from collections.abc import Iterator, Mapping
from typing import Any

from gec_attribution.config.entries import metric_and_column, shared_datasets
from gec_attribution.errors import unknown
from gec_attribution.experiments.catalogue import experiments


def incoherences(config: Mapping) -> Iterator[str]:
    """Lines about parts that do not fit together: unknown names, empty ranges and so on."""
    for key, kind, name in _references(config):
        if name not in config[kind]:
            yield f"{key}: {unknown(kind.removesuffix('s'), name, config[kind])}"
    yield from _ambiguous_labels(config)
    yield from _unexplained(config)
    evaluation, most = config["evaluation"], config["coalitions"]["max_edits"]
    for name, experiment in experiments().items():
        for needed in experiment.after.values() if evaluation.get(name) is not None else ():
            if evaluation[needed] is None:
                yield (
                    f"evaluation.{name}: it needs evaluation.{needed}, which is null; name that, "
                    "too, or leave this one out"
                )
        options = evaluation.get(name) or {}
        if not (experiment.every_coalition and "max_edits" in options):
            continue
        low, high = options.get("min_edits", 2), options["max_edits"]
        if low > high:
            yield f"evaluation.{name}: min_edits {low} exceeds max_edits {high}"
        if high > most:
            yield (
                f"evaluation.{name}.max_edits: {high} exceeds coalitions.max_edits {most}, up to "
                "which every coalition is scored"
            )


def forms_of(config: Mapping[str, Any]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Each form that an option of an experiment names: the option's key, its name, the form."""
    for name, experiment in experiments().items():
        options = config["evaluation"].get(name) or {}
        for option in experiment.form_options:
            for form, entry in (options.get(option) or {}).items():
                yield f"evaluation.{name}.{option}", form, entry


def _ambiguous_labels(config: Mapping) -> Iterator[str]:
    """Entries of one kind that figures and tables would call by the same label."""
    kinds = ("datasets", "systems", "explainers", "metrics", "methods")
    labelled = {kind: dict(config[kind]) for kind in kinds}
    for key, name, form in forms_of(config):
        labelled.setdefault(key, {})[name] = form
    for kind, entries in labelled.items():
        first_named: dict[str, str] = {}
        for name, entry in entries.items():
            label = entry.get("label", name)
            if (first := first_named.setdefault(label, name)) != name:
                yield f"{kind}.{name}.label: {label!r} is also that of {first}; give each its own"


def _unexplained(config: Mapping) -> Iterator[str]:
    """Experiments that need an explained reference where there is none."""
    explained = [
        name for name in shared_datasets(config) if "explanations" in config["datasets"][name]
    ]
    needs = "the file of its reference's edits, explained, is missing"
    for name, experiment in experiments().items():
        options = config["evaluation"].get(name)
        if options is None or experiment.needs != "explanations":
            continue
        if dataset := options.get("dataset"):
            if dataset in config["datasets"] and dataset not in explained:
                yield f"evaluation.{name}.dataset: datasets.{dataset}.explanations, {needs}"
        elif not explained:
            yield f"evaluation.{name}: of every data set `explanations`, {needs}"


def _references(config: Mapping) -> Iterator[tuple[str, str, str]]:
    """Each (key, kind of entry, name) by which an experiment, or its data set, names an entry."""
    for dataset, entry in config["datasets"].items():
        key, names = f"datasets.{dataset}.experiments", entry["experiments"] or ()
        yield from ((key, "evaluation", name) for name in names)
    kinds = {"dataset": "datasets", "system": "systems"}
    kinds |= {"datasets": "datasets", "systems": "systems", "metrics": "metrics"}
    for experiment, entry in config["evaluation"].items():
        for key in kinds if isinstance(entry, Mapping) else ():
            if key not in entry:
                continue
            names = [entry[key]] if isinstance(entry[key], str) else entry[key] or []
            if key == "metrics" and experiments()[experiment].of_chosen_metrics:
                names = [metric_and_column(name)[0] for name in names]
            yield from ((f"evaluation.{experiment}.{key}", kinds[key], name) for name in names)
