"""Public data that a study refers to by name: `registry.yaml`, next to this module.

Three keys of a configuration name it, all called `registered`: of a data set (`conll14`), of a
system's outputs (`gec-attribute/bart`) and of a single file (`jfleg-test/ref0`).
"""

import copy
import functools
from collections.abc import Iterable, Iterator, Mapping
from importlib import resources
from typing import Any

import yaml

from gec_attribution.errors import unknown

# What an entry says of a data set besides its files.
_OF_DATASET = ("label", "language", "published", "experiments")


@functools.cache
def registry() -> dict[str, dict[str, Any]]:
    """The entries of the registry by name."""
    file = resources.files("gec_attribution.config").joinpath("registry.yaml")
    return yaml.safe_load(file.read_text("utf-8"))


def registered_datasets() -> list[str]:
    """The data sets of the registry."""
    return [name for name, entry in registry().items() if "sources" in entry]


def registered_outputs() -> list[str]:
    """The systems whose outputs the registry has: the entry, a slash, the system."""
    return [f"{name}/{system}" for name, entry in registry().items() for system in _outputs(entry)]


def registered_files() -> list[str]:
    """The files of the registry: the entry, a slash, the file."""
    return [f"{name}/{file}" for name, entry in registry().items() for file in entry["files"]]


def unknown_names(config: Mapping[str, Any]) -> Iterator[str]:
    """A line for each name in a study that is not in the registry, with the names that are."""
    for name, entry in config["datasets"].items():
        if "registered" in entry:
            key = f"datasets.{name}.registered"
            yield from _unknown(key, entry["registered"], registered_datasets())
    for name, entry in config["systems"].items():
        if entry["type"] == "outputs" and "registered" in entry:
            key, system = f"systems.{name}.registered", entry["registered"]
            problems = list(_unknown(key, system, registered_outputs()))
            if not problems and not _files_of_system(system, config["datasets"]):
                corrected = ", ".join(_find(system, "outputs")["files"])
                problems = [f"{key}: {system} corrected {corrected}, none of which is in the study"]
            yield from problems
    for key, spec in file_specs(config):
        yield from unknown_file(key, spec)


def unknown_file(key: str, spec: object) -> Iterator[str]:
    """A line if a FILE of a configuration names one that is not in the registry.

    Args:
        key: the FILE's key, for the line.
        spec: its value.
    """
    if isinstance(spec, Mapping) and "registered" in spec:
        yield from _unknown(f"{key}.registered", spec["registered"], registered_files())


def with_registered(config: Mapping[str, Any]) -> dict[str, Any]:
    """A copy of a study in which names of the registry are replaced by what it says of them.

    Keys that an entry has itself override those of the registry. A data set keeps the key
    `registered`.
    """
    complete = copy.deepcopy(dict(config))
    for name, entry in complete["datasets"].items():
        if "registered" in entry:
            complete["datasets"][name] = {**_dataset(entry["registered"]), **entry}
    for entry in complete["systems"].values():
        if entry["type"] == "outputs" and "registered" in entry:
            system = entry.pop("registered")
            entry.setdefault("label", _find(system, "outputs")["label"])
            entry["files"] = _files_of_system(system, complete["datasets"])
        if "files" in entry and isinstance(entry["files"], Mapping):
            entry["files"] = {key: pinned_file(spec) for key, spec in entry["files"].items()}
    for entry in complete["datasets"].values():
        entry["sources"] = pinned_file(entry["sources"])
        if "references" in entry:
            entry["references"] = [pinned_file(spec) for spec in entry["references"]]
        for key in ("explanations", "authors"):
            if key in entry:
                entry[key] = pinned_file(entry[key])
    for entry in complete.get("explainers", {}).values():
        for files in entry.get("files", {}).values():
            files.update({key: pinned_file(spec) for key, spec in files.items()})
    return complete


def pinned_file(spec: Any) -> Any:
    """A FILE of a configuration; one that names a file of the registry, as that pins it."""
    if not isinstance(spec, Mapping) or "registered" not in spec:
        return spec
    own = {key: value for key, value in spec.items() if key != "registered"}
    return {**_file(spec["registered"]), **own}


def _dataset(name: str) -> dict[str, Any]:
    entry = registry()[name]
    return {
        **{key: entry[key] for key in _OF_DATASET if key in entry},
        "sources": _file_in(name, entry["sources"]),
        "references": [_file_in(name, spec) for spec in entry.get("references", ())],
        **{key: _file_in(name, entry[key]) for key in ("explanations",) if key in entry},
    }


def _file_in(name: str, spec: Mapping[str, Any]) -> dict[str, Any]:
    """A file of the entry `name`, or `ENTRY/FILE`, and what else is said of it, as a coder."""
    own = {key: value for key, value in spec.items() if key != "file"}
    file = spec["file"]
    return {**_file(file if "/" in file else f"{name}/{file}"), **own}


def _file(name: str) -> dict[str, Any]:
    entry, file = registry()[name.partition("/")[0]], _find(name, "files")
    return {
        "url": f"{entry['url']}/{file['path']}",
        "sha256": file["sha256"],
        "mirror": file.get("mirror", f"{entry['mirror']}/{file['path']}"),
        **({"format": file["format"]} if "format" in file else {}),
    }


def _files_of_system(name: str, datasets: Mapping[str, Mapping]) -> dict[str, dict[str, Any]]:
    """A registered system's output for each data set of a study that it corrected."""
    files = _find(name, "outputs")["files"]
    return {
        dataset: _file_in(name.partition("/")[0], {"file": files[entry["registered"]]})
        for dataset, entry in datasets.items()
        if entry.get("registered") in files
    }


def _find(name: str, kind: str) -> dict[str, Any]:
    entry, _, part = name.partition("/")
    return registry()[entry][kind][part]


def _outputs(entry: Mapping[str, Any]) -> Iterable[str]:
    return entry.get("outputs", ())


def file_specs(config: Mapping[str, Any]) -> Iterator[tuple[str, object]]:
    """Each FILE of a study with its key."""
    for name, entry in config["datasets"].items():
        yield f"datasets.{name}.sources", entry.get("sources")
        for number, spec in enumerate(entry.get("references", ())):
            yield f"datasets.{name}.references.{number}", spec
        for key in ("explanations", "authors"):
            yield f"datasets.{name}.{key}", entry.get(key)
    for name, entry in config["systems"].items():
        if entry["type"] == "outputs":
            for dataset, spec in entry.get("files", {}).items():
                yield f"systems.{name}.files.{dataset}", spec
    for name, entry in config.get("explainers", {}).items():
        for dataset, files in entry.get("files", {}).items():
            for correction, spec in files.items():
                yield f"explainers.{name}.files.{dataset}.{correction}", spec


def _unknown(key: str, name: str, known: list[str]) -> Iterator[str]:
    if name not in known:
        yield f"{key}: {unknown('name', name, known)}"
