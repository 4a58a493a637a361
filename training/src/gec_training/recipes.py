"""Reading the recipes of the models: `config/training.yaml`, under the key `training`."""

import copy
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, cast

from gec_attribution.storage.yaml_files import read_yaml
from gec_attribution.study.places import misplaced, resolve_file
from gec_attribution.study.registry import pinned_file, unknown_file
from gec_attribution.study.violations import refuse, violations


@cache
def _schema() -> dict[str, Any]:
    """The JSON schema of the recipes."""
    return cast("dict[str, Any]", read_yaml(Path(__file__).with_name("recipes.schema.yaml")))


def validate_recipes(recipes: Any) -> dict:
    """Check what a configuration says under `training`; return a copy that pins all its data.

    Raises:
        ConfigError: names every key that is wrong, its value, and what is allowed.
    """
    problems = violations(recipes, _schema())
    if not problems:
        problems = [
            line for key, spec in _files(recipes["data"]) for line in unknown_file(key, spec)
        ]
    refuse(problems, "training")
    recipes = copy.deepcopy(dict(recipes))
    recipes["data"] = {
        key: [pinned_file(spec) for spec in data] if isinstance(data, list) else pinned_file(data)
        for key, data in recipes["data"].items()
    }
    refuse(misplaced(_files(recipes["data"])), "training")
    return recipes


def resolve_recipes(
    recipes: Mapping[str, Any], places: Sequence[Path], within: Path | None = None
) -> dict[str, Any]:
    """A copy of recipes in which each path that is found somewhere says where.

    Args:
        recipes: recipes that were checked.
        places: the folders to look in.
        within: a folder; paths in it are written relative to it, all others are absolute.
    """

    def found(data: Any) -> Any:
        if isinstance(data, list):
            return [resolve_file(spec, places, within) for spec in data]
        return resolve_file(data, places, within)

    return {
        **recipes,
        "data": {key: found(data) for key, data in recipes["data"].items()},
    }


def _files(data: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """Each FILE of the data, after its key."""
    for key, specs in data.items():
        for spec in specs if isinstance(specs, list) else [specs]:
            yield f"data.{key}", spec
