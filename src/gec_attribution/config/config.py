"""Reading a study's configuration and checking it against its schema.

The schema (`schemas/config.schema.yaml`, JSON Schema draft 2020-12) says which keys there are,
their defaults and their meaning; those of types come from what these state.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any

from gec_attribution.config.coherence import incoherences
from gec_attribution.config.places import DEFAULT_CONFIG, misplaced, places_of, resolve_paths
from gec_attribution.config.registry import file_specs, unknown_names, with_registered
from gec_attribution.config.schemas import base_schema, schema_for, with_experiments
from gec_attribution.config.violations import refuse, unusable_values, violations
from gec_attribution.storage.yaml_files import read_yaml

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

    Its paths are left as they are written, and what it says under `evaluation` is left out: the
    `gec_attribution.pipeline` reads that.

    Args:
        config: the parsed YAML.
        name: what error messages call it.
        required: the keys that it must have; of others that are absent, there is nothing.

    Raises:
        ConfigError: names every key that is wrong, its value, and what is allowed.
    """
    if isinstance(config, Mapping):
        config = {key: value for key, value in config.items() if key != "evaluation"}
    complete, problems = complete_config(config, name, required=required)
    refuse(problems, name)
    return complete


def complete_config(
    config: Any,
    name: str,
    *,
    required: Sequence[str] = REQUIRED,
    experiments: Mapping[str, Any] = MappingProxyType({}),
) -> tuple[dict, list[str]]:
    """A copy of a configuration with defaults and registered data, and what does not fit in it.

    Args:
        config: the parsed YAML.
        name: what error messages call it.
        required: the keys that it must have; of others that are absent, there is nothing.
        experiments: what may be said of each experiment under `evaluation`, in JSON Schema.

    Returns:
        The copy, and a line for each of its entries that does not fit to others.

    Raises:
        ConfigError: names every key that is wrong by itself, its value, and what is allowed.
    """
    # Before anything follows its values, which a few lines can make more than there is memory for.
    refuse(unusable_values(config), name)
    schema = with_experiments({**schema_for(config), "required": list(required)}, experiments)
    refuse(violations(config, schema), name)
    config = {**{key: {} for key in REQUIRED}, **config}
    refuse(unknown_names(config), name)
    known = with_experiments(base_schema(), experiments)
    complete = _with_languages(with_defaults(with_registered(config), known))
    return complete, [*incoherences(complete), *misplaced(file_specs(complete))]


def with_defaults(value: Any, schema: Any) -> Any:
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
        key: with_defaults(item, _resolve(properties.get(key, rest))) for key, item in value.items()
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


_ABSENT = object()


def _resolve(schema: Any) -> Any:
    if isinstance(schema, Mapping) and "$ref" in schema:
        return base_schema()["$defs"][schema["$ref"].rsplit("/", 1)[-1]]
    return schema
