"""Public data that a study refers to by name: `registry.yaml`, next to this module.

Three keys of a configuration name it, all called `registered`: of a data set (`conll14`), of a
system's outputs (`gec-attribute/bart`) and of a single file (`jfleg-test/ref0`).
"""

import functools
from importlib import resources

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
    sources: dict[str, object] | None = None
    references: list[dict[str, object]] = []
    explanations: dict[str, object] | None = None
    rankings: dict[str, dict[str, object]] = {}
    judged_systems: list[dict[str, object]] = []
    outputs: dict[str, Outputs] = {}


_OF_DATASETS = {
    "label",
    "language",
    "published",
    "experiments",
    "sources",
    "references",
    "explanations",
    "rankings",
    "judged_systems",
}


@functools.cache
def registry() -> dict[str, RegistryEntry]:
    """The entries of the registry by name."""
    file = resources.files("gec_attribution.config").joinpath("registry.yaml")
    entries = TypeAdapter(dict[str, RegistryEntry])
    return entries.validate_python(yaml.safe_load(file.read_text("utf-8")))


def registered_datasets() -> dict[str, dict[str, object]]:
    """The data sets of the registry: the keys of each by its name."""
    return {
        name: entry.model_dump(include=_OF_DATASETS, exclude_none=True)
        for name, entry in registry().items()
        if entry.sources
    }


def registered_outputs() -> dict[str, dict[str, object]]:
    """The systems whose outputs the registry has: the keys of each by ENTRY/SYSTEM."""
    registered: dict[str, dict[str, object]] = {}
    for name, entry in registry().items():
        for system, outputs in entry.outputs.items():
            files = {
                data: {"registered": f"{name}/{file}"}
                for data, file in outputs.files.items()
            }
            registered[f"{name}/{system}"] = {"label": outputs.label, "files": files}
    return registered


@functools.cache
def registered_files() -> dict[str, dict[str, object]]:
    """The files of the registry: address, sum, place in a mirror and form of each by ENTRY/FILE."""
    registered = {}
    for name, entry in registry().items():
        for file, pinned in entry.files.items():
            registered[f"{name}/{file}"] = {
                "url": f"{entry.url}/{pinned.path}",
                "mirror": pinned.mirror or f"{entry.mirror}/{pinned.path}",
                **pinned.model_dump(include={"sha256", "format"}, exclude_none=True),
            }
    return registered
