"""Reading the configuration of a study, with what it says of its experiments."""

import copy
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from gec_attribution.config.config import complete_config, with_defaults
from gec_attribution.config.places import (
    DEFAULT_CONFIG,
    path_options,
    places_of,
    resolve,
    resolve_paths,
)
from gec_attribution.config.schemas import base_schema, with_experiments
from gec_attribution.config.violations import refuse
from gec_attribution.experiments.catalogue import experiments
from gec_attribution.pipeline.coherence import forms_of, incoherences
from gec_attribution.storage.yaml_files import read_yaml


def load_study(path: str | Path = DEFAULT_CONFIG) -> dict:
    """Read the file of a study, check it, fill in defaults and find the files that it names.

    Args:
        path: the file.

    Raises:
        ConfigError: the file is missing, is not YAML, or has a key or value that is not allowed.
    """
    return resolve_study(validate_study(read_yaml(path), str(path)), places_of(path))


def validate_study(config: Any, name: str = "configuration") -> dict:
    """Check the configuration of a study and return a copy with defaults and registered data.

    Its paths are left as they are written.

    Args:
        config: the parsed YAML.
        name: what error messages call it.

    Raises:
        ConfigError: names every key that is wrong, its value, and what is allowed.
    """
    written = _without_booleans(config)
    complete, problems = complete_config(written, name, experiments=experiment_schemas())
    complete = _with_edits(complete, written)
    refuse([*problems, *incoherences(complete)], name)
    return complete


def resolve_study(
    config: Mapping[str, Any], places: Sequence[Path], within: Path | None = None
) -> dict[str, Any]:
    """A copy of a study in which each path that is found somewhere says where.

    Args:
        config: a study that was checked.
        places: the folders to look in.
        within: a folder; paths in it are written relative to it, all others are absolute.
    """
    resolved = resolve_paths(config, places, within)
    evaluation = resolved["evaluation"] = copy.deepcopy(config["evaluation"])
    for key, name, path in files_of_options(config):
        evaluation[name][key.rpartition(".")[2]] = resolve(path, places, within)
    for _, _, form in forms_of(resolved):
        for option, path in path_options("metrics", form["metric"]).items():
            form["metric"][option] = resolve(path, places, within)
    return resolved


def files_of_options(config: Mapping[str, Any]) -> Iterator[tuple[str, str, str]]:
    """Each file that an option of an experiment names: its key, the experiment, the path."""
    for name, experiment in experiments().items():
        options = config["evaluation"].get(name) or {}
        for option in experiment.path_options:
            if options.get(option):
                yield f"evaluation.{name}.{option}", name, options[option]


@cache
def experiment_schemas() -> dict[str, Any]:
    """Schema of each experiment's key under `evaluation`, in JSON Schema."""
    return {
        name: experiment.schema()
        for name, experiment in experiments().items()
        if experiment.options is not None
    }


def study_schema(schema: Mapping[str, Any]) -> dict[str, Any]:
    """A schema of the library's with the keys of all experiments."""
    return with_experiments(schema, experiment_schemas())


def _without_booleans(config: Any) -> Any:
    """A copy in which an experiment that is false is null, and one that is true has no options."""
    match config:
        case {"evaluation": Mapping() as evaluation}:
            properties = _experiment_keys()
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
    evaluation = dict(config["evaluation"])
    for name, experiment in experiments().items():
        entry = evaluation[name] if experiment.every_coalition else None
        said = (written.get("evaluation") or {}).get(name) or {}
        if not entry or "max_edits" in said or entry.get("max_edits", 0) <= most:
            continue
        # A single edit has no other subset than itself.
        evaluation[name] = {**entry, "max_edits": most} if said or most > 1 else None
        if evaluation[name] and "min_edits" not in said:
            evaluation[name]["min_edits"] = min(entry["min_edits"], most)
    return {**config, "evaluation": evaluation}


def all_experiments(config: Mapping) -> dict[str, Any]:
    """The entries under `evaluation`, with the defaults of the experiments that are left out.

    An experiment with keys that have no default stays null.

    Args:
        config: a configuration that `validate_study` returned.
    """
    properties = _experiment_keys()
    return {
        name: with_defaults({}, properties[name])
        if entry is None and "required" not in properties[name]
        else entry
        for name, entry in config["evaluation"].items()
    }


def _experiment_keys() -> dict[str, Any]:
    return study_schema(base_schema())["properties"]["evaluation"]["properties"]
