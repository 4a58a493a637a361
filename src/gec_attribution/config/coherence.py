"""Entries of a study that are each allowed and do not fit together."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import product
from typing import TYPE_CHECKING, get_args

from gec_attribution.config.entries import (
    OWN,
    REFERENCE,
    Component,
    CorrectedOutputs,
    Entry,
    ExplainerCorrections,
)
from gec_attribution.config.models import Model
from gec_attribution.errors import unknown
from gec_attribution.plugins.options import Names

if TYPE_CHECKING:
    from gec_attribution.config.study import Study

Problem = tuple[str, str]
"""The key of a mistake, and its text."""


def incoherences(study: "Study") -> Iterator[Problem]:
    """Mistakes about parts that do not fit together: unknown names, empty ranges and so on."""
    yield from unknown_names(study, study)
    for metric, entry in study.metrics.items():
        if isinstance(entry, Component) and isinstance(study.metrics.get(entry.of), Component):
            yield f"metrics.{metric}.of", f"{entry.of!r} is itself a component"
    yield from _unusable_systems(study)
    yield from _unusable_explainers(study)
    yield from _wrong_languages(study)


def unknown_names(study: "Study", part: object, key: str = "") -> Iterator[Problem]:
    """Unknown names of entries in the fields marked by `Names`."""
    match part:
        case Model():
            for name, item in part.given().items():
                within = f"{key}.{name}" if key else name
                field = type(part).model_fields.get(name)
                if field is not None:
                    yield from _unknown(study, field.metadata, item, within)
                    values = item.values() if isinstance(item, Mapping) else ()
                    for inner, value in product(get_args(field.annotation), values):
                        marks = getattr(inner, "__metadata__", ())
                        yield from _unknown(study, marks, value, within)
                yield from unknown_names(study, item, within)
        case Mapping():
            for name, item in part.items():
                yield from unknown_names(study, item, f"{key}.{name}")


def _unknown(study: "Study", marks: Iterable[object], value: object, key: str) -> Iterator[Problem]:
    for mark in marks:
        if not isinstance(mark, Names):
            continue
        known = getattr(study, mark.kind)
        names = [value] if isinstance(value, str) else value
        for name in names if isinstance(names, Iterable) else ():
            whole = name.partition(".")[0] if mark.components else name
            if whole not in {*known, *mark.besides}:
                yield key, unknown(mark.kind.removesuffix("s"), whole, known)


def _wrong_languages(study: "Study") -> Iterator[Problem]:
    """Data sets that nothing corrects or scores, and entries with sentences of other languages."""
    corrected = {name: study.datasets_corrected_by(entry) for name, entry in study.systems.items()}
    for name, dataset in study.datasets.items():
        others = f"it is in {dataset.language}, and the {{}} are for {{}} (`languages` of each)"
        is_corrected = any(name in names for names in corrected.values())
        if study.systems and dataset.experiments is None and not is_corrected:
            said = others.format("systems", _languages(study, study.systems))
            yield f"datasets.{name}", f"no system corrects it; {said}"
        if study.metrics and not study.metrics_of(name):
            said = others.format("metrics", _languages(study, study.metrics))
            yield f"datasets.{name}", f"no metric scores it; {said}"
    for name, metric in study.metrics.items():
        known = metric.known_languages
        wrong = [code for code in study.languages_of(metric) if code not in known]
        if known and wrong:
            text = (
                f"{metric.type} is for {' and '.join(known)} alone, but would score "
                f"{', '.join(wrong)}; say `languages: [{', '.join(known)}]`, or leave it out"
            )
            yield f"metrics.{name}", text
    for name, datasets in corrected.items():
        yield from _wrong_languages_of_system(study, name, datasets)


def _wrong_languages_of_system(
    study: "Study", name: str, corrected: list[str]
) -> Iterator[Problem]:
    system = study.systems[name]
    languages, known = study.languages_of(system), system.known_languages
    code_of = {dataset: entry.language for dataset, entry in study.datasets.items()}
    for dataset in system.datasets or ():
        if code_of.get(dataset, languages[0]) not in languages:
            text = (
                f"{dataset} is in {code_of[dataset]}, but the system corrects "
                f"{', '.join(languages)}; say otherwise in its `languages`"
            )
            yield f"systems.{name}.datasets", text
    for dataset in corrected:
        code = code_of.get(dataset)
        if known and code in languages and code not in known:
            text = (
                f"would correct datasets.{dataset}, which is in {code}, but {system.type} as it is "
                f"set corrects {' and '.join(known)} alone; take a system of that language "
                f"(docs/systems.md), or leave the data set out by systems.{name}.languages or "
                ".datasets"
            )
            yield f"systems.{name}", text


def _languages(study: "Study", entries: Mapping[str, Entry]) -> str:
    """The languages that the entries of a kind are for."""
    codes = {
        code
        for entry in entries.values()
        if not isinstance(entry, CorrectedOutputs)
        for code in study.languages_of(entry)
    }
    return ", ".join(sorted(codes)) or "other data sets"


def _unusable_systems(study: "Study") -> Iterator[Problem]:
    """Systems that depend on themselves, or on a system of fewer data sets."""
    for name, system in study.systems.items():
        reached: list[str] = []
        before = system.after
        while before in study.systems and before not in reached:
            reached.append(before)
            before = study.systems[before].after
        if name in reached:
            yield f"systems.{name}", "depends, by `after`, on its own output"
        if system.after in study.systems:
            have = study.datasets_corrected_by(study.systems[system.after])
            for dataset in study.datasets_corrected_by(system):
                if dataset not in have:
                    text = f"needs {system.after}, which does not correct {dataset}"
                    yield f"systems.{name}", text
        if not isinstance(system, ExplainerCorrections) or system.explainer not in study.explainers:
            continue
        if not study.datasets_corrected_by(system):
            text = f"{system.explainer} makes no corrections of its own here"
            yield f"systems.{name}.explainer", text


def _unusable_explainers(study: "Study") -> Iterator[Problem]:
    """Explainers of corrections that there are not, or of none at all."""
    for system in (OWN, REFERENCE):
        if study.explainers and system in study.systems:
            yield f"systems.{system}", "explainers use this name; give the system another"
    for name in study.explainers:
        key = f"explainers.{name}"
        datasets = study.datasets_explained_by(name)
        # A study without data sets explains what is typed.
        if not datasets and study.datasets:
            yield key, "there is no Chinese data set to explain (`language: zh`)"
        for dataset in datasets:
            if dataset not in study.datasets:
                continue
            if study.datasets[dataset].language != "zh":
                yield key, f"{dataset} is not Chinese; explainers know Chinese alone"
                continue
            explained = study.corrections_explained_by(name, dataset)
            if not explained:
                yield key, f"none of its `corrections` is one of {dataset}"
            needs_gold = study.explains_first(name) and REFERENCE in explained
            if needs_gold and study.datasets[dataset].explanations is None:
                yield key, f"needs datasets.{dataset}.explanations, by which it is to correct"
