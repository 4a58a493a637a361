"""Questions to the entries of a configuration together: what corrects, scores and explains what."""

from collections.abc import Mapping

from gec_attribution.config.schemas import entry_schema, type_entry

OWN, REFERENCE = "own", "reference"
"""Corrections that are no system's: those of an explainer itself, and the first reference."""


def label_of(config: Mapping, kind: str, name: str) -> str:
    """Label of a data set, system, explainer, metric or method in figures and tables."""
    return config[kind][name].get("label", name)


def metric_and_column(name: str) -> tuple[str, str]:
    """The metric that a name stands for, and its component: `score`, or that after a point."""
    metric, _, component = name.partition(".")
    return metric, component or "score"


def languages_of(config: Mapping, entry: Mapping) -> list[str]:
    """The languages that a system's or metric's entry is for; the study's where it names none."""
    whole = config["metrics"].get(entry["of"], {}) if "component" in entry else entry
    return list(whole.get("languages", [whole.get("language", config["language"])]))


def shared_datasets(config: Mapping) -> list[str]:
    """The data sets of learners' sentences, which no experiment has for itself."""
    return [name for name, entry in config["datasets"].items() if entry["experiments"] is None]


def datasets_corrected_by(config: Mapping, system: Mapping) -> list[str]:
    """The data sets that a system's entry corrects: of its files, its explainer or its languages.

    Those that an experiment has for itself are corrected only where they are named.
    """
    if system["type"] == "outputs":
        return list(system["files"])
    if system["type"] == "explainer":
        corrected = datasets_explained_by(config, system["explainer"], own=True)
        return [name for name in system.get("datasets") or corrected if name in corrected]
    languages = languages_of(config, system)
    return list(system.get("datasets") or ()) or [
        name
        for name in shared_datasets(config)
        if config["datasets"][name]["language"] in languages
    ]


def reads_references(entry: Mapping) -> bool:
    """Whether a metric's entry, which is no component's, is of one that reads references.

    Its class says so, or its option `against`, of what may read something else instead.
    """
    stated = type_entry("metrics", entry.get("type"))
    known = (entry_schema("metrics", entry) or {}).get("properties", {})
    against = entry.get("against", known.get("against", {}).get("default"))
    return bool(stated and stated.reads_references) or against == "references"


def metrics_that_score(config: Mapping, dataset: str) -> list[str]:
    """The metrics for the language of a data set, but none that reads references it has not."""
    data = config["datasets"][dataset]
    scoring = []
    for name, entry in config["metrics"].items():
        whole = config["metrics"].get(entry["of"], {}) if "component" in entry else entry
        readable = data["references"] or not reads_references(whole)
        if readable and data["language"] in languages_of(config, entry):
            scoring.append(name)
    return scoring


def task_of(explainer: Mapping) -> str | None:
    """Task of an explainer by its entry; None where its type states nothing."""
    stated = type_entry("explainers", explainer["type"])
    known = (entry_schema("explainers", explainer) or {}).get("properties", {})
    asked = known.get("task", {}).get("default") or (stated and stated.task)
    return explainer.get("task", asked or None)


def entry_of_run(explainer: Mapping, run: int) -> Mapping:
    """The entry of an explainer in one of its runs, from 1: of several adapters, one."""
    adapter = explainer.get("adapter")
    return {**explainer, "adapter": adapter[run - 1]} if isinstance(adapter, list) else explainer


def datasets_explained_by(config: Mapping, explainer: str, *, own: bool = False) -> list[str]:
    """The data sets of a study whose corrections an explainer explains.

    Args:
        config: a study that was checked.
        explainer: one of its explainers; another one explains none.
        own: only those that it corrects by itself.
    """
    entry = config["explainers"].get(explainer, {"type": "outputs", "files": {}})
    if entry["type"] == "outputs":
        return [name for name, files in entry["files"].items() if not own or OWN in files]
    corrections = entry.get("corrections")
    if own and OWN not in (_corrections_by_task(entry) if corrections is None else corrections):
        return []
    return [
        name for name in shared_datasets(config) if config["datasets"][name]["language"] == "zh"
    ]


def _corrections_by_task(explainer: Mapping) -> list[str]:
    """Its own corrections, for an explainer that names none and makes some; else nothing."""
    return [] if task_of(explainer) in {"explain-only", None} else [OWN]


def corrections_explained_by(config: Mapping, explainer: str, dataset: str) -> list[str]:
    """Whose corrections of a data set an explainer explains: systems, `reference` or `own`.

    Args:
        config: a study that was checked.
        explainer: one of its explainers.
        dataset: one of `datasets_explained_by`.
    """
    entry = config["explainers"][explainer]
    if entry["type"] == "outputs":
        return list(entry["files"][dataset])
    systems = [
        name
        for name, system in config["systems"].items()
        if dataset in datasets_corrected_by(config, system)
    ]
    references = [REFERENCE] if config["datasets"][dataset]["references"] else []
    if entry.get("corrections") is None:
        return _corrections_by_task(entry) or [*systems, *references]
    return [name for name in entry["corrections"] if name in {*systems, *references, OWN}]
