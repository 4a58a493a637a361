"""Public data that a study refers to by name: `registry.yaml`, next to this module.

Three keys of a configuration name it, all called `registered`: of a data set (`conll14`), of a
system's outputs (`gec-attribute/bart`) and of a single file (`jfleg-test/ref0`).
"""

import functools
from collections.abc import Iterable, Mapping
from importlib import resources
from typing import Any

import yaml

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


def registered_dataset(name: str) -> dict[str, Any]:
    """The keys of a registered data set."""
    entry = registry()[name]
    return {
        **{key: entry[key] for key in _OF_DATASET if key in entry},
        "sources": _file_in(name, entry["sources"]),
        "references": [_file_in(name, spec) for spec in entry.get("references", ())],
        **{key: _file_in(name, entry[key]) for key in ("explanations",) if key in entry},
    }


def registered_file(name: str) -> dict[str, Any]:
    """The keys of a registered file: its address, sum, place in a mirror and form."""
    entry, file = registry()[name.partition("/")[0]], _find(name, "files")
    return {
        "url": f"{entry['url']}/{file['path']}",
        "sha256": file["sha256"],
        "mirror": file.get("mirror", f"{entry['mirror']}/{file['path']}"),
        **({"format": file["format"]} if "format" in file else {}),
    }


def registered_system(name: str, datasets: Mapping[str, str]) -> dict[str, Any]:
    """The label and the files of a registered system.

    Args:
        name: the entry, a slash, the system.
        datasets: the registered name of each data set of a study.
    """
    system = _find(name, "outputs")
    files = {
        dataset: _file_in(name.partition("/")[0], {"file": system["files"][registered]})
        for dataset, registered in datasets.items()
        if registered in system["files"]
    }
    return {"label": system["label"], "files": files}


def corrected_datasets(name: str) -> list[str]:
    """The registered data sets that a registered system corrected."""
    return list(_find(name, "outputs")["files"])


def _file_in(name: str, spec: Mapping[str, Any]) -> dict[str, Any]:
    """A file of the entry `name`, or `ENTRY/FILE`, and what else is said of it, as a coder."""
    further = {key: value for key, value in spec.items() if key != "file"}
    file = spec["file"]
    return {**registered_file(file if "/" in file else f"{name}/{file}"), **further}


def _find(name: str, kind: str) -> dict[str, Any]:
    entry, _, part = name.partition("/")
    return registry()[entry][kind][part]


def _outputs(entry: Mapping[str, Any]) -> Iterable[str]:
    return entry.get("outputs", ())
