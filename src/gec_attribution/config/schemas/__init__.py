"""JSON schemas of the configuration files: what keys there are, their defaults and meaning."""

import copy
import functools
from collections.abc import Mapping
from importlib import resources
from typing import Any

import yaml

from gec_attribution.plugins.loading import stated_entry, stated_types
from gec_attribution.plugins.options import REQUIRED, Entry, Option

# Ten times as fast where PyYAML was built with libyaml, and every command reads a schema.
_Loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


@functools.cache
def load_schema(name: str) -> dict:
    """A schema of this folder: `config` (of a study) or `registry`."""
    text = resources.files(__name__).joinpath(f"{name}.schema.yaml").read_text("utf-8")
    return yaml.load(text, Loader=_Loader)  # noqa: S506  (it is a SafeLoader)


# The package that has the types of each kind of entry of a study, and what every entry may say.
PACKAGES = {
    "systems": "gec_attribution.systems",
    "explainers": "gec_attribution.explanations",
    "metrics": "gec_attribution.metrics",
    "methods": "gec_attribution.attribution",
}
_OF_EVERY_ENTRY = {
    "systems": ("label", "type", "languages", "datasets", "after"),
    "explainers": ("label", "type", "corrections", "runs"),
    "metrics": ("label", "type", "languages"),
    "methods": ("label", "type"),
}


@functools.cache
def base_schema() -> dict:
    """The JSON schema of a study's configuration, without experiments.

    Of the types it has those alone that no class is of.
    """
    return load_schema("config")


def with_experiments(schema: Mapping[str, Any], experiments: Mapping[str, Any]) -> dict[str, Any]:
    """A schema of a study in which `evaluation` has the keys of experiments, too.

    Args:
        schema: `base_schema()`, or one that has types.
        experiments: what may be said of each experiment, in JSON Schema.
    """
    properties = schema["properties"]
    evaluation = properties["evaluation"]
    known = {**evaluation["properties"], **experiments}
    return {
        **schema,
        "properties": {**properties, "evaluation": {**evaluation, "properties": known}},
    }


@functools.cache
def config_schema() -> dict:
    """Schema with all types, whose classes state their options."""
    return _with_types({kind: stated_types(package) for kind, package in PACKAGES.items()})


def schema_for(config: Any) -> dict:
    """Schema with the types that a configuration names, so that no other is looked up."""
    return _with_types({kind: _types_named(config, kind) for kind in PACKAGES})


def entry_schema(kind: str, entry: Mapping[str, Any]) -> dict | None:
    """Schema of entries of this one's type; None for a type that states nothing.

    Args:
        kind: `systems`, `explainers`, `metrics` or `methods`.
        entry: an entry of that kind.
    """
    schema = base_schema()
    for choice in _choices(schema, kind):
        condition = choice["if"].get("properties", {}).get("type")
        by_component = "of" in entry and choice["if"].get("required") == ["of"]
        if by_component or (condition and entry.get("type") == condition["const"]):
            return schema["$defs"][choice["then"]["$ref"].rpartition("/")[2]]
    stated = type_entry(kind, entry.get("type"))
    return _schema_of(kind, stated) if stated else None


def type_entry(kind: str, name: object) -> Entry | None:
    """Options that the class of a type states; None where there is no class, or none are stated.

    Args:
        kind: `systems`, `explainers`, `metrics` or `methods`.
        name: the type.
    """
    return stated_entry(PACKAGES[kind], name) if isinstance(name, str) else None


def definitions_of(kind: str) -> dict[str, str]:
    """The name among the schema's `$defs` of what each type of entries may say.

    Types that state the same share that of the first of them.
    """
    schema = config_schema()
    stated = schema["$defs"]
    definitions: dict[str, str] = {}
    for choice in _choices(schema, kind):
        condition = choice["if"].get("properties", {}).get("type", {"const": "component"})
        name = choice["then"]["$ref"].rpartition("/")[2]
        same = (known for known in definitions.values() if stated[known] == stated[name])
        definitions[condition["const"]] = next(same, name)
    return definitions


def known_types(kind: str) -> list[str]:
    """The types of an entry that the schema knows.

    Args:
        kind: `systems`, `explainers`, `metrics` or `methods`.
    """
    conditions = (
        choice["if"].get("properties", {}).get("type") for choice in _choices(base_schema(), kind)
    )
    own = [condition["const"] for condition in conditions if condition]
    return [*own, *stated_types(PACKAGES[kind])]


def _choices(schema: Mapping[str, Any], kind: str) -> list[dict]:
    return schema["properties"][kind]["additionalProperties"].get("allOf", [])


def _types_named(config: Any, kind: str) -> dict[str, Entry]:
    """Options of the types that entries of a kind name, those inside of an entry too."""
    waiting = [config.get(kind)] if isinstance(config, Mapping) else []
    types: dict[str, Entry] = {}
    while waiting:
        value = waiting.pop()
        if isinstance(value, Mapping):
            waiting += value.values()
            name = value.get("type")
            if isinstance(name, str) and (stated := type_entry(kind, name)):
                types[name] = stated
    return types


def _with_types(types: Mapping[str, Mapping[str, Entry]]) -> dict:
    """The schema with some types of each kind: a definition of each, and when it holds."""
    schema = copy.deepcopy(base_schema())
    for kind, stated in types.items():
        conditions = []
        for name, entry in stated.items():
            schema["$defs"][f"{kind}.{name}"] = _schema_of(kind, entry)
            condition = {"properties": {"type": {"const": name}}, "required": ["type"]}
            conditions.append({"if": condition, "then": {"$ref": f"#/$defs/{kind}.{name}"}})
        schema["$defs"][f"{kind}_types"] = {"allOf": conditions}
        entries = schema["properties"][kind]["additionalProperties"]
        entries["allOf"] = [*entries.get("allOf", []), *conditions]
        described = entries["properties"]["type"]
        names = ", ".join(f"`{name}`" for name in stated)
        described["description"] = described["description"].replace("{types}", names)
    return schema


def _schema_of(kind: str, stated: Entry) -> dict[str, Any]:
    """Schema of an entry of a type."""
    common = [key for key in _OF_EVERY_ENTRY[kind] if key != "runs" or stated.draws]
    properties: dict[str, Any] = dict.fromkeys(common, True)
    required = []
    for key, option in stated.options.items():
        properties[key] = option.schema()
        if isinstance(option, Option) and option.entries:
            properties[key]["$ref"] = f"#/$defs/{option.entries}_types"
            properties[key]["properties"] = {"type": base_schema()["$defs"]["type"]}
        if isinstance(option, Option) and option.default is REQUIRED:
            required.append(key)
    if stated.published:
        properties["published"] = {
            "enum": list(stated.published),
            "description": "The published metric whose weights these are, if they are; experiments "
            "then compare its scores with those that were published.",
        }
    return {
        "type": "object",
        "additionalProperties": False,
        **({"required": required} if required else {}),
        "properties": properties,
    }
