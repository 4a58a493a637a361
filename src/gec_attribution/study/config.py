"""Reading a study's configuration and checking it against its schema.

The schema (`schemas/config.schema.yaml`, JSON Schema draft 2020-12) says which keys there are,
their defaults and their meaning; those of types and experiments come from what these state.
"""

import difflib
import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, cast

import jsonschema

from gec_attribution.errors import ConfigError
from gec_attribution.experiments.catalogue import experiments
from gec_attribution.plugins.options import Option
from gec_attribution.storage.yaml_files import MAX_DEPTH, read_yaml
from gec_attribution.study.places import DEFAULT_CONFIG, local_file, places_of, resolve_paths
from gec_attribution.study.registry import (
    file_specs,
    unknown_names,
    with_registered,
)
from gec_attribution.study.schemas import (
    base_schema,
    entry_schema,
    schema_for,
    type_entry,
)

MAX_VALUES = 100_000

# What a study has to have; to explain sentences that come from elsewhere, the last two are enough.
REQUIRED = ("study", "datasets", "systems", "metrics", "methods")
TO_EXPLAIN = ("metrics", "methods")


def load_config(path: str | Path = DEFAULT_CONFIG, *, required: Sequence[str] = REQUIRED) -> dict:
    """Read a configuration file, check it, fill in defaults and find the files that it names.

    Args:
        path: the file.
        required: the keys that it must have; of others that are absent, there is nothing.

    Raises:
        ConfigError: the file is missing, is not YAML, or has a key or value that is not allowed.
    """
    config = validate_config(read_yaml(path), str(path), required=required)
    return resolve_paths(config, places_of(path))


def validate_config(
    config: Any, name: str = "configuration", *, required: Sequence[str] = REQUIRED
) -> dict:
    """Check a configuration and return a copy with the schema's defaults and registered data.

    Its paths are left as they are written.

    Args:
        config: the parsed YAML.
        name: what error messages call it.
        required: the keys that it must have; of others that are absent, there is nothing.

    Raises:
        ConfigError: names every key that is wrong, its value, and what is allowed.
    """
    # Before anything follows its values, which a few lines can make more than there is memory for.
    refuse(_unusable_values(config), name)
    config = _without_booleans(config)
    problems = violations(config, {**schema_for(config), "required": list(required)})
    if not problems:
        config = {**{key: {} for key in REQUIRED}, **config}
    if not problems:
        problems = list(unknown_names(config))
    if not problems:
        complete = _with_defaults(with_registered(config), base_schema())
        complete = _with_edits(_with_methods(_with_languages(complete)), config)
        problems = [*_dangling_names(complete), *misplaced(file_specs(complete))]
    refuse(problems, name)
    return complete


def misplaced(files: Iterable[tuple[str, Any]]) -> Iterator[str]:
    """A line for each FILE, after its key, whose download would lie elsewhere."""
    for key, spec in files:
        try:
            if spec is not None:
                local_file(spec)
        except ConfigError as error:
            yield f"{key}: {error}"


def violations(config: object, schema: Mapping) -> list[str]:
    """What is wrong with a configuration by its JSON schema, a line each."""
    # Errors quote what they found, so a value must be one that can be written out.
    if problems := list(_unusable_values(config)):
        return problems
    return [line for error in _Validator(schema).iter_errors(config) for line in _describe(error)]


def refuse(problems: Iterable[str], name: str) -> None:
    """Raise a ConfigError with the problems of a configuration, if there are any.

    Args:
        problems: a line each; one that is there twice is said once.
        name: what the lines call the configuration.
    """
    if problems := dict.fromkeys(problems):
        raise ConfigError("\n".join(f"{name}: {problem}" for problem in problems))


def label_of(config: Mapping, kind: str, name: str) -> str:
    """What figures and tables call a data set, system, explainer, metric or method."""
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

    A filtered system corrects those of the system that it filters, where its metric scores them.
    Those that an experiment has for itself are corrected only where they are named.
    """
    if system["type"] == "filtered":
        whole = _unfiltered(config, system)
        corrected = datasets_corrected_by(config, whole) if whole else []
        return [
            name
            for name in system.get("datasets") or corrected
            if name in corrected and system["metric"] in metrics_that_score(config, name)
        ]
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


def _unfiltered(config: Mapping, system: Mapping) -> Mapping | None:
    """The entry of the system at the end of a chain of filters; None where there is no end."""
    reached: set[str] = set()
    while system["type"] == "filtered":
        name = system["system"]
        if name in reached or name not in config["systems"]:
            return None
        reached.add(name)
        system = config["systems"][name]
    return system


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


OWN, REFERENCE = "own", "reference"
"""Corrections that are no system's: those of an explainer itself, and the first reference."""


def task_of(explainer: Mapping) -> str | None:
    """What an explainer's entry says that it is asked for; None where its type states nothing."""
    stated = type_entry("explainers", explainer["type"])
    known = (entry_schema("explainers", explainer) or {}).get("properties", {})
    asked = known.get("task", {}).get("default") or (stated and stated.task)
    return explainer.get("task", asked or None)


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
    return list(entry.get("datasets") or ()) or [
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


def _unusable_values(config: object) -> Iterator[str]:
    """Values that no key takes: too many or too deep, or outside what numbers and texts can be."""
    waiting: list[tuple[tuple[str, ...], object]] = [((), config)]
    seen = 0
    while waiting:
        path, value = waiting.pop()
        name = ".".join(path) or "the top level"
        seen += 1
        if seen > MAX_VALUES or len(path) > MAX_DEPTH:
            yield (
                f"{name}: is too large; with its aliases expanded, a configuration has "
                f"at most {MAX_VALUES:,} values, {MAX_DEPTH} deep"
            )
            return
        if isinstance(value, Mapping):
            for key, item in value.items():
                if isinstance(key, str):
                    waiting += [(path, key), ((*path, _shortened(key)), item)]
                else:
                    yield f"{name}: has a key that is not a text; write it in quotes"
        elif isinstance(value, list):
            waiting += [((*path, str(index)), item) for index, item in enumerate(value)]
        elif problem := _unusable(value):
            yield f"{name}: {problem}"


def _unusable(value: object) -> str | None:
    """What is wrong with a single value, under any key."""
    match value:
        case None | bool():
            return None
        case int():
            return None if abs(value) < 2**63 else "found a number of more than 64 bits"
        case float():
            return None if math.isfinite(value) else f"found {value}; a number must be finite"
        case str():
            unfit = re.search("[\0\ud800-\udfff]", value)
            return unfit and f"found {_brief(value)}; a text cannot have {unfit[0]!r}"
        case _:
            return f"found {_brief(value)}; write it in quotes if it is a text"


def _is_integer(_checker: object, value: object) -> bool:
    """JSON Schema takes 2.0 for an integer, which Python does not."""
    return isinstance(value, int) and not isinstance(value, bool)


def _match_pattern(
    validator: jsonschema.Draft202012Validator, pattern: str, value: Any, _schema: object
) -> Iterator[jsonschema.ValidationError]:
    """As in ECMAScript, where `$` is only the end; Python's also matches before a last line end."""
    if validator.is_type(value, "string") and not re.search(re.sub(r"\$$", r"\\Z", pattern), value):
        yield jsonschema.ValidationError(f"does not match {pattern}")


_Validator = jsonschema.validators.extend(
    jsonschema.Draft202012Validator,
    {"pattern": _match_pattern},
    type_checker=jsonschema.Draft202012Validator.TYPE_CHECKER.redefine("integer", _is_integer),
)


def _describe(error: jsonschema.ValidationError) -> Iterator[str]:
    key = ".".join(str(part) for part in error.absolute_path) or "the top level"
    value = cast("Any", error.instance)
    schema = cast("dict[str, Any]", error.schema)
    rule = cast("Any", error.validator_value)
    match error.validator:
        case "additionalProperties":
            known = list(schema.get("properties", {}))
            for extra in sorted(map(str, set(value) - set(known))):
                close = difflib.get_close_matches(extra, known, n=1)
                hint = f"; did you mean {close[0]!r}?" if close else ""
                yield f"{key}: unknown key {_brief(extra)}; allowed: {', '.join(known)}{hint}"
        case "required":
            missing = [name for name in rule if name not in value]
            yield f"{key}: missing {', '.join(map(repr, missing))}"
        case "enum":
            allowed = _listed(rule)
            yield f"{key}: found {_brief(value)}; allowed: {allowed}"
        case "oneOf" if all("required" in choice for choice in rule):
            choices = [" and ".join(choice["required"]) for choice in rule]
            line = f"{key}: needs exactly one of: {'; '.join(choices)}; "
            yield line + f"found {_brief(value)}"
        case "oneOf":
            # The branch of the value's own type says what is wrong; the others only say "not a …".
            branches = [inner for inner in error.context or () if inner.validator != "type"]
            if not branches:
                yield f"{key}: found {_brief(value)}; {schema.get('description', '')}"
            for inner in branches:
                yield from _describe(inner)
        case "type":
            allowed = rule if isinstance(rule, str) else " or ".join(rule)
            yield f"{key}: found {_brief(value)}; it must be of type {allowed}"
        case "pattern":
            allowed = schema.get("allowed", f"it must match {rule}")
            yield f"{key}: found {_brief(value)}; {allowed}{_name_for(value, schema)}"
        case "minimum" | "exclusiveMinimum" | "maximum" | "exclusiveMaximum":
            bound = {"minimum": "at least", "exclusiveMinimum": "above", "maximum": "at most"}
            bound["exclusiveMaximum"] = "below"
            limit = f"{bound[error.validator]} {rule}"
            yield f"{key}: found {_brief(value)}; it must be {limit}"
        case "minProperties" | "minItems":
            yield f"{key}: is empty; at least one entry is needed"
        case _:
            yield f"{key}: {_shortened(error.message)}"


def _name_for(value: str, schema: Mapping) -> str:
    """What to call an entry of a study instead of a name that it cannot have."""
    name = re.sub("[^A-Za-z0-9_-]+", "-", value).strip("-_")
    if schema.get("title") != "name" or not name:
        return ""
    return f"; call it {name}, with `label: {value}` for figures and tables"


def _brief(value: object) -> str:
    return _shortened(repr(value))


def _shortened(text: str) -> str:
    return text if len(text) <= 80 else f"{text[:77]}..."


def _listed(values: list) -> str:
    return ", ".join(str(value) for value in values)


def _with_defaults(value: Any, schema: Any) -> Any:
    """A copy of `value` in which every absent key that has a default is present."""
    if not isinstance(value, Mapping) or schema is True:
        return value
    properties = schema.get("properties", {})
    for default_key, subschema in properties.items():
        if isinstance(subschema, Mapping) and default_key not in value:
            default = _resolve(subschema).get("default", _ABSENT)
            if default is not _ABSENT:
                value = {**value, default_key: default}
    rest = schema.get("additionalProperties", True)
    return {
        key: _with_defaults(item, _resolve(properties.get(key, rest)))
        for key, item in value.items()
    }


def _with_languages(config: Mapping) -> dict:
    """A copy in which every data set has a language, and the pipeline that analyses it."""
    datasets = {}
    for name, entry in config["datasets"].items():
        language = entry.get("language", config["language"])
        # The study's pipeline is one of its own language.
        pipeline = config["pipeline"] if language == config["language"] else "auto"
        datasets[name] = {"pipeline": pipeline, **entry, "language": language}
    return {**config, "datasets": datasets}


def _without_booleans(config: Any) -> Any:
    """A copy in which an experiment that is false is null, and one that is true has no options."""
    match config:
        case {"evaluation": Mapping() as evaluation}:
            properties = base_schema()["properties"]["evaluation"]["properties"]
            switched: dict[str, dict | None] = {
                name: {} if entry else None
                for name, entry in evaluation.items()
                if isinstance(entry, bool)
                if ("object" if entry else "null") in properties.get(name, {}).get("type", ())
            }
            return {**config, "evaluation": {**evaluation, **switched}}
    return config


def _with_edits(config: Mapping, written: Mapping) -> dict:
    """A copy in which no experiment needs more edits than are scored unless somebody wrote so.

    Args:
        config: the configuration with all defaults.
        written: it without them.
    """
    most = config["coalitions"]["max_edits"]
    consistency = config["evaluation"]["consistency"]
    said = (written.get("evaluation") or {}).get("consistency") or {}
    if consistency is None or "max_edits" in said or consistency["max_edits"] <= most:
        return dict(config)
    # Of a single edit there are no groups.
    fewer: dict | None = {**consistency, "max_edits": most} if said or most > 1 else None
    if fewer and "min_edits" not in said:
        fewer["min_edits"] = min(fewer["min_edits"], most)
    return {**config, "evaluation": {**config["evaluation"], "consistency": fewer}}


def _with_methods(config: Mapping) -> dict:
    """A copy in which the experiments that show one method name it."""
    first = next(iter(config["methods"]), None)
    experiments = {
        name: {**entry, "method": first}
        if isinstance(entry, Mapping) and entry.get("method", first) is None
        else entry
        for name, entry in config["evaluation"].items()
    }
    return {**config, "evaluation": experiments}


def all_experiments(config: Mapping) -> dict[str, Any]:
    """The entries under `evaluation`, with the defaults of the experiments that are left out.

    An experiment with keys that have no default stays null.

    Args:
        config: a configuration that `validate_config` returned.
    """
    properties = base_schema()["properties"]["evaluation"]["properties"]
    complete = {
        name: _with_defaults({}, properties[name])
        if entry is None and "required" not in properties[name]
        else entry
        for name, entry in config["evaluation"].items()
    }
    return _with_methods({**config, "evaluation": complete})["evaluation"]


_ABSENT = object()


def _resolve(schema: Any) -> Any:
    if isinstance(schema, Mapping) and "$ref" in schema:
        return base_schema()["$defs"][schema["$ref"].rsplit("/", 1)[-1]]
    return schema


def _dangling_names(config: Mapping) -> Iterator[str]:
    """Names that refer to a missing entry of the configuration, and empty ranges."""
    for key, kind, name in _references(config):
        if name not in config[kind]:
            yield f"{key}: {name!r} is not among {kind}: {', '.join(config[kind])}"
    for metric, entry in config["metrics"].items():
        if "of" in config["metrics"].get(entry.get("of"), {}):
            yield f"metrics.{metric}.of: {entry['of']!r} is itself a component"
    yield from _wrong_parts(config)
    yield from _unusable_systems(config)
    yield from _unusable_explainers(config)
    yield from _unexplained(config)
    yield from _wrong_languages(config)
    yield from _evaluated_where_tuned(config)
    yield from _unknown_tables(config)
    yield from _other_methods(config)
    evaluation, most = config["evaluation"], config["coalitions"]["max_edits"]
    for name, experiment in experiments().items():
        for needed in experiment.after if evaluation.get(name) is not None else ():
            if evaluation[needed] is None:
                yield (
                    f"evaluation.{name}: it needs evaluation.{needed}, which is null; name that, "
                    "too, or leave this one out"
                )
    for name in ("consistency", "sampling_error"):
        if evaluation[name] is None:
            continue
        low, high = evaluation[name]["min_edits"], evaluation[name]["max_edits"]
        if low > high:
            yield f"evaluation.{name}: min_edits {low} exceeds max_edits {high}"
    consistency = evaluation["consistency"]
    if consistency is not None and consistency["max_edits"] > most:
        yield (
            f"evaluation.consistency.max_edits: {consistency['max_edits']} exceeds "
            f"coalitions.max_edits {most}, up to which every coalition is scored"
        )


def _unknown_tables(config: Mapping) -> Iterator[str]:
    """Tables of the style that no experiment prints."""
    known = [
        name
        for experiment in experiments().values()
        for table in experiment.tables
        for name in table.variants or [table.name]
    ]
    for name in config["style"]["tables"]:
        if name not in known:
            close = difflib.get_close_matches(name, known, n=1)
            hint = f"; did you mean {close[0]!r}?" if close else ""
            yield f"style.tables: there is no table {name!r}; there are {', '.join(known)}{hint}"


def _other_methods(config: Mapping) -> Iterator[str]:
    """Experiments on one type of method, of which another is named."""
    for name, experiment in experiments().items():
        named = (config["evaluation"].get(name) or {}).get("method")
        kind = config["methods"].get(named, {}).get("type")
        # What is no type at all is said by `types.unknown_types`, with what was meant.
        if experiment.method_type not in {None, kind} and type_entry("methods", kind):
            yield (
                f"evaluation.{name}.method: {named!r} is of type {kind}; it is about methods of "
                f"type {experiment.method_type}, so name one of these"
            )


def _evaluated_where_tuned(config: Mapping) -> Iterator[str]:
    """Data sets on which filters would be tuned in vain, or on what they are evaluated on."""
    name = (config["evaluation"]["filtering"] or {}).get("tuned_on")
    if name not in config["datasets"]:
        return
    entry, key = config["datasets"][name], f"evaluation.filtering.tuned_on: {name}"
    if entry["experiments"] != ["filtering"]:
        yield f"{key} is evaluated, too; say `experiments: [filtering]` in datasets.{name}"
    if not entry["references"]:
        yield f"{key} has no references, by which a filter could be tuned"


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
        named = () if entry["type"] == "filtered" else entry.get("datasets") or ()
        for dataset in named:
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
        if "explanations" in entry:
            yield f"datasets.{dataset}.lines: its explanations are of all of it; take all, too"


def _unusable_systems(config: Mapping) -> Iterator[str]:
    """Systems that depend on themselves, or on systems that correct fewer data sets."""
    systems = config["systems"]
    for system, entry in systems.items():
        key = f"systems.{system}"
        if entry.get("votes", 0) > len(entry.get("of", ())):
            yield f"{key}.votes: {entry['votes']} exceeds the {len(entry['of'])} systems in `of`"
        waiting, reached = list(_systems_before(entry)), set()
        while waiting:
            before = waiting.pop()
            if before in systems and before not in reached:
                reached.add(before)
                waiting += _systems_before(systems[before])
        if system in reached:
            yield f"{key}: depends, by `after`, `of` or `system`, on its own output"
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
    """What an explainer cannot explain: that depends on which part of its answer comes first."""
    named = entry.get("corrections") or ()
    task = task_of(entry)
    if task == "explain-only" and OWN in named:
        yield f"`{OWN}` needs an explainer that corrects by itself"
    allowed = {"pre-explaining": {OWN, REFERENCE}, "correct-only": {OWN}}
    for name in named:
        if task in allowed and name not in allowed[task]:
            yield f"a model for {task} cannot be given the corrections of {name}"


def _known_languages(kind: str, entry: Mapping) -> tuple[str, ...]:
    """The languages that an entry of a type can be for; empty where any will do.

    Its class states them; a system with an option `language` is for that one.
    """
    stated = type_entry(kind, entry.get("type"))
    option = stated and stated.options.get("language")
    if kind == "systems" and isinstance(option, Option):
        return (entry.get("language", option.default),)
    return stated.languages if stated else ()


def _unexplained(config: Mapping) -> Iterator[str]:
    """Experiments that need an explained reference where there is none."""
    explained = [
        name for name in shared_datasets(config) if "explanations" in config["datasets"][name]
    ]
    needs = "the file of its reference's edits, explained, is missing"
    rated = config["evaluation"]["description_ratings"]
    if rated and rated["dataset"] in config["datasets"] and rated["dataset"] not in explained:
        key = f"datasets.{rated['dataset']}.explanations"
        yield f"evaluation.description_ratings.dataset: {key}, {needs}"
    if config["evaluation"]["severity_attribution"] is not None and not explained:
        yield f"evaluation.severity_attribution: of every data set `explanations`, {needs}"


def _systems_before(entry: Mapping) -> list[str]:
    """The systems whose corrections another one starts from."""
    filtered = [entry["system"]] if entry["type"] == "filtered" else []
    return [*filtered, *([entry["after"]] if "after" in entry else []), *entry.get("of", ())]


def _references_of_explainers(config: Mapping) -> Iterator[tuple[str, str, str]]:
    """Those of `_references` that concern explainers."""
    for system, entry in config["systems"].items():
        if entry["type"] == "explainer":
            yield f"systems.{system}.explainer", "explainers", entry["explainer"]
    for explainer, entry in config["explainers"].items():
        for key in ("files", "datasets"):
            names = entry.get(key) or ()
            yield from ((f"explainers.{explainer}.{key}", "datasets", name) for name in names)
        given = [entry.get("corrections") or (), *entry.get("files", {}).values()]
        for name in dict.fromkeys(name for names in given for name in names):
            if name not in (OWN, REFERENCE):
                yield f"explainers.{explainer}.corrections", "systems", name


def _references(config: Mapping) -> Iterator[tuple[str, str, str]]:
    """Each (key, kind of entry, name) by which one part of a configuration names another."""
    for dataset, entry in config["datasets"].items():
        key, names = f"datasets.{dataset}.experiments", entry["experiments"] or ()
        yield from ((key, "evaluation", name) for name in names)
    for system, entry in config["systems"].items():
        for key in ("files", "datasets"):
            names = entry.get(key) or ()
            yield from ((f"systems.{system}.{key}", "datasets", name) for name in names)
        key = next((key for key in ("after", "of") if key in entry), "system")
        before = _systems_before(entry)
        yield from ((f"systems.{system}.{key}", "systems", name) for name in before)
        if entry["type"] == "filtered":
            yield f"systems.{system}.metric", "metrics", entry["metric"]
            yield f"systems.{system}.method", "methods", entry["method"]
    yield from _references_of_explainers(config)
    for metric, entry in config["metrics"].items():
        if "of" in entry:
            yield f"metrics.{metric}.of", "metrics", entry["of"]
    for key in ("datasets", "systems", "metrics", "methods"):
        yield from ((f"style.{key}", key, name) for name in config["style"][key] or ())
    kinds = {"dataset": "datasets", "tuned_on": "datasets"}
    kinds |= {"system": "systems", "method": "methods"}
    kinds |= {"datasets": "datasets", "systems": "systems", "metrics": "metrics"}
    for experiment, entry in config["evaluation"].items():
        for key in kinds if isinstance(entry, Mapping) else ():
            if key not in entry:
                continue
            names = [entry[key]] if isinstance(entry[key], str) else entry[key] or []
            if experiment == "case_study" and key == "metrics":
                names = [metric_and_column(name)[0] for name in names]
            yield from ((f"evaluation.{experiment}.{key}", kinds[key], name) for name in names)
