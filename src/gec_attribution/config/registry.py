"""Public data that a study refers to by name: `registry.yaml`, next to this module.

Three keys of a configuration name it, all called `registered`: of a data set (`conll14`), of a
system's outputs (`gec-attribute/bart`) and of a single file (`jfleg-test/ref0`).
"""

import functools
from collections.abc import Mapping
from importlib import resources
from typing import Any

import yaml
from pydantic import BaseModel, ConfigDict, TypeAdapter


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid")


class PinnedFile(_Part):
    """A file below the address of its entry, and below the entry's place in a mirror."""

    path: str
    sha256: str
    mirror: str = ""
    format: str | None = None


class Use(_Part):
    """A file of the entry, or ENTRY/FILE, as the sources or a reference of a data set."""

    file: str
    coder: int | None = None
    by_source: bool | None = None


class Outputs(_Part):
    """Corrections of data sets by a system."""

    label: str
    files: dict[str, str]


class RegistryEntry(_Part):
    """Public data of one origin: a data set if it has `sources`, and outputs of systems."""

    about: str
    language: str
    licence: str
    citation: str
    url: str
    mirror: str
    files: dict[str, PinnedFile]
    label: str | None = None
    published: str | None = None
    experiments: list[str] | None = None
    sources: Use | None = None
    references: list[Use] = []
    explanations: Use | None = None
    outputs: dict[str, Outputs] = {}


@functools.cache
def registry() -> dict[str, RegistryEntry]:
    """The entries of the registry by name."""
    file = resources.files("gec_attribution.config").joinpath("registry.yaml")
    entries = TypeAdapter(dict[str, RegistryEntry])
    return entries.validate_python(yaml.safe_load(file.read_text("utf-8")))


def registered_datasets() -> list[str]:
    """The data sets of the registry."""
    return [name for name, entry in registry().items() if entry.sources]


def registered_outputs() -> dict[str, Outputs]:
    """The systems whose outputs the registry has, by the entry, a slash, and the system."""
    return {
        f"{name}/{system}": outputs
        for name, entry in registry().items()
        for system, outputs in entry.outputs.items()
    }


def registered_files() -> list[str]:
    """The files of the registry: the entry, a slash, the file."""
    return [f"{name}/{file}" for name, entry in registry().items() for file in entry.files]


def registered_dataset(name: str) -> dict[str, object]:
    """The keys of a registered data set."""
    entry = registry()[name]
    keys = entry.model_dump(
        include={"label", "language", "published", "experiments"}, exclude_none=True
    )
    for key in ("sources", "explanations"):
        if use := getattr(entry, key):
            keys[key] = _file_in(name, use)
    return {**keys, "references": [_file_in(name, use) for use in entry.references]}


def registered_file(name: str) -> dict[str, object]:
    """The keys of a registered file: its address, sum, place in a mirror and form."""
    entry_name, _, file_name = name.partition("/")
    entry = registry()[entry_name]
    file = entry.files[file_name]
    return {
        "url": f"{entry.url}/{file.path}",
        "sha256": file.sha256,
        "mirror": file.mirror or f"{entry.mirror}/{file.path}",
        **({"format": file.format} if file.format else {}),
    }


def registered_system(name: str, datasets: Mapping[str, str]) -> dict[str, Any]:
    """The label and the files of a registered system.

    Args:
        name: the entry, a slash, the system.
        datasets: the registered name of each data set of a study.
    """
    entry, outputs = name.partition("/")[0], registered_outputs()[name]
    files = {
        dataset: registered_file(f"{entry}/{outputs.files[registered]}")
        for dataset, registered in datasets.items()
        if registered in outputs.files
    }
    return {"label": outputs.label, "files": files}


def _file_in(entry: str, use: Use) -> dict[str, object]:
    name = use.file if "/" in use.file else f"{entry}/{use.file}"
    further = use.model_dump(include={"coder", "by_source"}, exclude_none=True)
    return {**registered_file(name), **further}
