"""Entries of a configuration that are each allowed and do not fit together."""

from collections.abc import Iterator, Mapping

from gec_attribution.config.entries import (
    OWN,
    REFERENCE,
    corrections_explained_by,
    datasets_corrected_by,
    datasets_explained_by,
    languages_of,
    metrics_that_score,
    task_of,
)
from gec_attribution.config.schemas import type_entry
from gec_attribution.errors import unknown


def incoherences(config: Mapping) -> Iterator[str]:
    """Lines about parts that do not fit together: unknown names, empty ranges and so on."""
    for key, kind, name in _references(config):
        if name not in config[kind]:
            yield f"{key}: {unknown(kind.removesuffix('s'), name, config[kind])}"
    for metric, entry in config["metrics"].items():
        if "of" in config["metrics"].get(entry.get("of"), {}):
            yield f"metrics.{metric}.of: {entry['of']!r} is itself a component"
    yield from _wrong_parts(config)
    yield from _unusable_systems(config)
    yield from _unusable_explainers(config)
    yield from _wrong_languages(config)


def _wrong_languages(config: Mapping) -> Iterator[str]:
    """Data sets that nothing corrects or scores, and what is given sentences of other languages."""
    corrected = {
        name: datasets_corrected_by(config, entry) for name, entry in config["systems"].items()
    }
    for dataset, entry in config["datasets"].items():
        key = f"datasets.{dataset}"
        if not any(dataset in datasets for datasets in corrected.values()):
            yield f"{key}: no system corrects it; {_said_of(config, 'systems', entry)}"
        if not metrics_that_score(config, dataset):
            yield f"{key}: no metric scores it; {_said_of(config, 'metrics', entry)}"
    for metric, entry in config["metrics"].items():
        known = _known_languages("metrics", entry)
        others = [code for code in languages_of(config, entry) if code not in known]
        if known and others:
            yield (
                f"metrics.{metric}: {entry['type']} is for {' and '.join(known)} alone, but would "
                f"score {', '.join(others)}; say `languages: [{', '.join(known)}]`, or leave it out"
            )
    for system, entry in config["systems"].items():
        languages = languages_of(config, entry)
        for dataset in entry.get("datasets") or ():
            language = config["datasets"].get(dataset, {}).get("language", languages[0])
            if language not in languages:
                yield (
                    f"systems.{system}.datasets: {dataset} is in {language}, but the system "
                    f"corrects {', '.join(languages)}; say otherwise in its `languages`"
                )
        known = _known_languages("systems", entry)
        for dataset in corrected[system]:
            language = config["datasets"].get(dataset, {}).get("language")
            if known and language in languages and language not in known:
                yield (
                    f"systems.{system}: would correct datasets.{dataset}, which is in {language}, "
                    f"but {entry['type']} as it is set corrects {' and '.join(known)} alone; take "
                    "a system of that language (docs/systems.md), or leave the data set out by "
                    f"systems.{system}.languages or .datasets"
                )


def _said_of(config: Mapping, kind: str, dataset: Mapping) -> str:
    """How the entries of a kind come to leave out a data set."""
    codes = {
        code
        for entry in config[kind].values()
        if entry.get("type") != "outputs"
        for code in languages_of(config, entry)
    }
    others = f"the {kind} are for {', '.join(sorted(codes)) or 'other data sets'}"
    return f"it is in {dataset['language']}, and {others} (`languages` of each)"


def _wrong_parts(config: Mapping) -> Iterator[str]:
    """Data sets of which an impossible part is taken."""
    for dataset, entry in config["datasets"].items():
        if not entry["lines"]:
            continue
        first, last = map(int, entry["lines"].split("-"))
        if first > last:
            yield f"datasets.{dataset}.lines: {entry['lines']} ends before it begins"


def _unusable_systems(config: Mapping) -> Iterator[str]:
    """Systems that depend on themselves, or on systems that correct fewer data sets."""
    systems = config["systems"]
    for system, entry in systems.items():
        key = f"systems.{system}"
        waiting, reached = list(_systems_before(entry)), set()
        while waiting:
            before = waiting.pop()
            if before in systems and before not in reached:
                reached.add(before)
                waiting += _systems_before(systems[before])
        if system in reached:
            yield f"{key}: depends, by `after`, on its own output"
        for before in filter(systems.__contains__, _systems_before(entry)):
            have = datasets_corrected_by(config, systems[before])
            for dataset in datasets_corrected_by(config, entry):
                if dataset not in have:
                    yield f"{key}: needs {before}, which does not correct {dataset}"


def _unusable_explainers(config: Mapping) -> Iterator[str]:
    """Explainers of corrections that there are not, or of none at all."""
    for system in (OWN, REFERENCE):
        if config["explainers"] and system in config["systems"]:
            yield f"systems.{system}: explainers use this name; give the system another"
    for system, entry in config["systems"].items():
        name = entry.get("explainer")
        if name in config["explainers"] and not datasets_corrected_by(config, entry):
            yield f"systems.{system}.explainer: {name} makes no corrections of its own here"
    for explainer, entry in config["explainers"].items():
        key = f"explainers.{explainer}"
        yield from (f"{key}.corrections: {problem}" for problem in _unusable_corrections(entry))
        adapters = entry.get("adapter")
        if isinstance(adapters, list) and len(adapters) != entry["runs"]:
            yield (
                f"{key}.adapter: has {len(adapters)} adapters, but `runs` is {entry['runs']}; give "
                "one for each run, or one path for all"
            )
        datasets = datasets_explained_by(config, explainer)
        # A study without data sets explains what is typed.
        if not datasets and config["datasets"]:
            yield f"{key}: there is no Chinese data set to explain (`language: zh`)"
        for dataset in datasets:
            language = config["datasets"].get(dataset, {}).get("language")
            if language not in {"zh", None}:
                yield f"{key}: {dataset} is not Chinese; explainers know Chinese alone"
                continue
            explained = corrections_explained_by(config, explainer, dataset) if language else [OWN]
            if not explained:
                yield f"{key}: none of its `corrections` is one of {dataset}"
            if (
                task_of(entry) == "pre-explaining"
                and REFERENCE in explained
                and "explanations" not in config["datasets"][dataset]
            ):
                yield f"{key}: needs datasets.{dataset}.explanations, by which it is to correct"


def _unusable_corrections(entry: Mapping) -> Iterator[str]:
    """Lines about corrections that an explainer cannot explain: its task decides which."""
    named = entry.get("corrections") or ()
    task = task_of(entry)
    if task == "explain-only" and OWN in named:
        yield f"`{OWN}` needs an explainer that corrects by itself"
    allowed = {"pre-explaining": {OWN, REFERENCE}, "correct-only": {OWN}}
    for name in named:
        if task in allowed and name not in allowed[task]:
            yield f"a model for {task} cannot be given the corrections of {name}"


def _known_languages(kind: str, entry: Mapping) -> tuple[str, ...]:
    """The languages that the class of an entry's type states; empty where any will do."""
    stated = type_entry(kind, entry.get("type"))
    return stated.languages if stated else ()


def _systems_before(entry: Mapping) -> list[str]:
    """The systems whose corrections another one starts from."""
    return [entry["after"]] if "after" in entry else []


def _references_of_explainers(config: Mapping) -> Iterator[tuple[str, str, str]]:
    """Lines of `_references` about explainers."""
    for system, entry in config["systems"].items():
        if entry["type"] == "explainer":
            yield f"systems.{system}.explainer", "explainers", entry["explainer"]
    for explainer, entry in config["explainers"].items():
        names = entry.get("files") or ()
        yield from ((f"explainers.{explainer}.files", "datasets", name) for name in names)
        given = [entry.get("corrections") or (), *entry.get("files", {}).values()]
        for name in dict.fromkeys(name for names in given for name in names):
            if name not in (OWN, REFERENCE):
                yield f"explainers.{explainer}.corrections", "systems", name


def _references(config: Mapping) -> Iterator[tuple[str, str, str]]:
    """Each (key, kind of entry, name) by which one part of a configuration names another."""
    for system, entry in config["systems"].items():
        for key in ("files", "datasets"):
            names = entry.get(key) or ()
            yield from ((f"systems.{system}.{key}", "datasets", name) for name in names)
        before = _systems_before(entry)
        yield from ((f"systems.{system}.after", "systems", name) for name in before)
    yield from _references_of_explainers(config)
    for metric, entry in config["metrics"].items():
        if "of" in entry:
            yield f"metrics.{metric}.of", "metrics", entry["of"]
