"""Reading a study's configuration and checking it against its schema.

The schema (`schemas/config.schema.yaml`, JSON Schema draft 2020-12) says which keys there are,
their defaults and their meaning; those of types and experiments come from what these state.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from gec_attribution.storage.yaml_files import read_yaml
from gec_attribution.study.coherence import incoherences
from gec_attribution.study.places import DEFAULT_CONFIG, misplaced, places_of, resolve_paths
from gec_attribution.study.registry import file_specs, unknown_names, with_registered
from gec_attribution.study.schemas import base_schema, schema_for
from gec_attribution.study.violations import refuse, unusable_values, violations

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
    refuse(unusable_values(config), name)
    config = _without_booleans(config)
    problems = violations(config, {**schema_for(config), "required": list(required)})
    if not problems:
        config = {**{key: {} for key in REQUIRED}, **config}
    if not problems:
        problems = list(unknown_names(config))
    if not problems:
        complete = _with_defaults(with_registered(config), base_schema())
        complete = _with_edits(_with_methods(_with_languages(complete)), config)
        problems = [*incoherences(complete), *misplaced(file_specs(complete))]
    refuse(problems, name)
    return complete


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
    first_method = next(iter(config["methods"]), None)
    experiments = {
        name: {**entry, "method": first_method}
        if isinstance(entry, Mapping) and entry.get("method", first_method) is None
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
