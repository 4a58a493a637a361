"""JSON schemas of the configuration files: what keys there are, their defaults and meaning."""

import copy
import functools
from collections.abc import Mapping
from importlib import resources
from typing import Any

import yaml

from gec_attribution.experiments.catalogue import experiments

# Ten times as fast where PyYAML was built with libyaml, and every command reads a schema.
_Loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


@functools.cache
def load_schema(name: str) -> dict:
    """A schema of this folder: `config` (of a study) or `registry`."""
    text = resources.files(__name__).joinpath(f"{name}.schema.yaml").read_text("utf-8")
    return yaml.load(text, Loader=_Loader)  # noqa: S506  (it is a SafeLoader)


@functools.cache
def config_schema() -> dict:
    """The JSON schema of a study's configuration, with the keys that experiments declare."""
    schema = copy.deepcopy(load_schema("config"))
    schema["properties"]["evaluation"]["properties"] |= {
        name: experiment.schema()
        for name, experiment in experiments().items()
        if experiment.options is not None
    }
    return schema


def entry_schema(kind: str, entry: Mapping[str, Any]) -> dict | None:
    """What the schema says about entries of this one's type; None for a type that it does not know.

    Args:
        kind: `systems`, `explainers`, `metrics` or `methods`.
        entry: an entry of that kind.
    """
    schema = config_schema()
    for choice in schema["properties"][kind]["additionalProperties"]["allOf"]:
        condition = choice["if"].get("properties", {}).get("type")
        known = _types(condition) if condition else []
        by_component = "of" in entry and choice["if"].get("required") == ["of"]
        if by_component or entry.get("type") in known:
            return schema["$defs"][choice["then"]["$ref"].rpartition("/")[2]]
    return None


def known_types(kind: str) -> list[str]:
    """The types of an entry that the schema knows.

    Args:
        kind: `systems`, `explainers`, `metrics` or `methods`.
    """
    types = []
    for choice in config_schema()["properties"][kind]["additionalProperties"]["allOf"]:
        if condition := choice["if"].get("properties", {}).get("type"):
            types += _types(condition)
    return types


def _types(condition: Mapping[str, Any]) -> list[str]:
    return condition.get("enum") or [condition["const"]]
