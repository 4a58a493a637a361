"""Consistency checks across the entries of a study."""

from collections.abc import Iterator, Mapping

from gec_attribution.config.entries import (
    Component,
    CorrectedOutputs,
    Entry,
    ExplainerCorrections,
    MetricEntry,
    SystemEntry,
)
from gec_attribution.config.models import Problem
from gec_attribution.config.names import OWN, REFERENCE
from gec_attribution.config.study import Study
from gec_attribution.errors import unknown
from gec_attribution.languages import load_language


def problems_of(study: Study) -> Iterator[Problem]:
    """Mistakes about entries: their names and languages, and entries that they depend on."""
    for kind in ("datasets", "systems", "explainers", "metrics", "methods"):
        by_letters: dict[str, str] = {}
        for name in getattr(study, kind):
            other = by_letters.setdefault(name.lower(), name)
            if other != name:
                text = (
                    f"differs from {other} in case alone, and some file systems take files of both "
                    "for one; give it another name"
                )
                yield f"{kind}.{name}", text
    for name in study.datasets:
        yield from _about_dataset(study, name)
    for name, metric in study.metrics.items():
        for key, text in _about_metric(study, metric):
            yield f"metrics.{name}{key}", text
    for name, system in study.systems.items():
        for key, text in _about_system(study, name, system):
            yield f"systems.{name}{key}", text
    for name in study.explainers:
        for text in _about_explainer(study, name):
            yield f"explainers.{name}", text


def _about_dataset(study: Study, name: str) -> Iterator[Problem]:
    """Mistakes of a data set: explained edits of English, or no system or metric for it."""
    dataset = study.datasets[name]
    if dataset.explanations and not load_language(dataset.language).is_explained:
        text = f"only Chinese edits are explained; these are in {dataset.language}: leave it out"
        yield f"datasets.{name}.explanations", text
    corrected = study.systems_of(name) or dataset.experiments is not None
    for verb, kind, served in (
        ("corrects", "systems", corrected),
        ("scores", "metrics", study.metrics_of(name)),
    ):
        if getattr(study, kind) and not served:
            text = (
                f"no {kind.removesuffix('s')} {verb} it; it is in {dataset.language}, and the "
                f"{kind} are for {_languages(study, getattr(study, kind))} (`languages` of each)"
            )
            yield f"datasets.{name}", text


def _languages(study: Study, entries: Mapping[str, Entry]) -> str:
    """The languages that the entries of a kind are for."""
    served = [
        entry for entry in entries.values() if not isinstance(entry, CorrectedOutputs)
    ]
    codes = {code for entry in served for code in study.languages_of(entry)}
    return ", ".join(sorted(codes)) or "other data sets"


def _about_metric(study: Study, metric: MetricEntry) -> Iterator[Problem]:
    """Mistakes of a metric: its languages, missing references, or an unknown component."""
    if isinstance(metric, Component):
        components = study.components(metric.of)
        if isinstance(study.metrics[metric.of], Component):
            yield ".of", f"{metric.of!r} is itself a component"
        elif components is not None and metric.component not in components:
            yield ".component", unknown("component", metric.component, components)
        return
    languages = study.languages_of(metric)
    alone = metric.known_languages
    wrong = [code for code in languages if alone and code not in alone]
    if wrong:
        text = (
            f"{metric.type} is for {' and '.join(alone)} alone, but would score "
            f"{', '.join(wrong)}; say `languages: [{', '.join(alone)}]`, or leave it out"
        )
        yield "", text
    datasets = [
        key for key, data in study.datasets.items() if data.language in languages
    ]
    if study.datasets and not datasets and not metric.written().get("languages"):
        spoken = ", ".join(sorted({data.language for data in study.datasets.values()}))
        text = (
            f"{metric.type} scores {' and '.join(languages)} unless it says otherwise, and the "
            f"data sets are in {spoken}; say `languages: [{spoken}]` if its weights are for that, "
            "or leave the metric out"
        )
        yield "", text
    bare = not any(study.datasets[key].references for key in datasets)
    if not wrong and metric.reads_references and datasets and bare:
        text = (
            f"reads references, and there are none of {', '.join(datasets)}; name some in "
            "`references` of a data set, or leave the metric out"
        )
        yield "", text


def _about_system(study: Study, name: str, system: SystemEntry) -> Iterator[Problem]:
    """Mistakes of a system: what it comes after, its data sets, and their languages."""
    if study.explainers and name in {OWN, REFERENCE}:
        yield "", "explainers use this name; give the system another"
    reached = []
    before = system.after
    while before and before not in reached:
        reached.append(before)
        before = study.systems[before].after
    if name in reached:
        yield "", "depends, by `after`, on its own output"
    corrected = study.datasets_corrected_by(system)
    if system.after:
        have = study.datasets_corrected_by(study.systems[system.after])
        for dataset in corrected:
            if dataset not in have:
                yield "", f"needs {system.after}, which does not correct {dataset}"
    if isinstance(system, ExplainerCorrections) and not corrected:
        yield ".explainer", f"{system.explainer} makes no corrections of its own here"
    languages = study.languages_of(system)
    class_languages = system.known_languages
    for dataset in system.datasets or ():
        code = study.datasets[dataset].language
        if code not in languages:
            text = (
                f"{dataset} is in {code}, but the system corrects {', '.join(languages)}; say "
                "otherwise in its `languages`"
            )
            yield ".datasets", text
    for dataset in corrected:
        code = study.datasets[dataset].language
        if class_languages and code in languages and code not in class_languages:
            text = (
                f"would correct datasets.{dataset}, which is in {code}, but {system.type} as it is "
                f"set corrects {' and '.join(class_languages)} alone; take a system of that "
                "language (docs/systems.md), or leave the data set out by "
                f"systems.{name}.languages or .datasets"
            )
            yield "", text


def _about_explainer(study: Study, name: str) -> Iterator[str]:
    """Mistakes of an explainer: missing data sets, corrections or explanations."""
    datasets = study.datasets_explained_by(name)
    # A study without data sets is for sentences that are typed.
    if not datasets and study.datasets:
        yield "there is no Chinese data set to explain (`language: zh`)"
    for dataset in datasets:
        if not load_language(study.datasets[dataset].language).is_explained:
            yield f"{dataset} is not Chinese; explainers know Chinese alone"
            continue
        explained = study.corrections_explained_by(name, dataset)
        if not explained:
            yield f"none of its `corrections` is one of {dataset}"
        needs_gold = study.explains_first(name) and REFERENCE in explained
        if needs_gold and study.datasets[dataset].explanations is None:
            yield f"needs datasets.{dataset}.explanations, by which it is to correct"
