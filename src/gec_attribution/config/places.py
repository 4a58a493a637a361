"""Where the files are that a study names, independent of the folder it is run from.

A relative path is looked for

1. next to the study's file,
2. if that file is in a folder called `config`, in the folder above it, where a repository has its
   files,
3. in the project: the repository, or the data that are installed with the package.

The name of a known model is the folder to which it was fetched. A path found in none of them stays
as it is written: it may be the id of a model of the hub, the name of an installed pipeline, or a
file relative to the working directory that another rule makes.
"""

import difflib
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from gec_attribution.config.schemas import entry_schema
from gec_attribution.errors import ConfigError
from gec_attribution.plugins.entry_points import is_file
from gec_attribution.plugins.loading import NOT_OPTIONS
from gec_attribution.storage.addresses import read_address
from gec_attribution.storage.files import files_in
from gec_attribution.storage.known_models import fetched_folder
from gec_attribution.storage.project import PROJECT
from gec_attribution.storage.signatures import may_be_path, names_content

DEFAULT_CONFIG = PROJECT / "config" / "config.yaml"
"""The default study."""
# Of a model's folder; what else lies there moves nothing, such as its card.
_READ_OF_MODELS = frozenset((".gguf", ".safetensors", ".bin", ".json", ".txt", ".model", ".jinja"))
DOWNLOADS = "data/downloads"
"""The folder of the files that a study pins by their address, in the working directory."""


def places_of(*studies: str | Path) -> list[Path]:
    """The folders in which a study's paths are looked for, the first to look in first.

    Args:
        studies: the study's file; where one file adds to another, the folder of the last comes
            first. Without any, the study is assumed to be in the working directory.
    """
    folders = []
    for study in reversed(studies):
        folder = Path(study).parent.resolve()
        folders += [folder, folder.parent] if folder.name == "config" else [folder]
    return list(dict.fromkeys([*(folders or [Path.cwd()]), PROJECT]))


def path_options(kind: str, entry: Mapping[str, Any]) -> dict[str, str]:
    """The options of an entry that are paths, or may be: option to path.

    For the types that the schema describes it says which they are. In an entry of another type they
    are the texts, in mappings too, with a slash in them or of the name of a file. The third of the
    list `words` is called `words.2`.

    Args:
        kind: `systems`, `explainers`, `metrics` or `methods`.
        entry: an entry of that kind.
    """
    if schema := entry_schema(kind, entry):
        paths = schema["properties"].items()
        return {
            key: text
            for option, value in paths
            if _is_path(value) and option in entry and option not in NOT_OPTIONS
            for key, text in _texts(option, entry[option])
        }
    return {
        key: text
        for option, value in entry.items()
        if option not in NOT_OPTIONS
        for key, text in _texts(option, value)
        if may_be_path(text) or names_content(text)
    }


def local_paths(kind: str, entry: Mapping[str, Any]) -> dict[str, Path]:
    """Options among `path_options` of an entry at which there is a file or folder."""
    paths = {key: Path(value) for key, value in path_options(kind, entry).items()}
    return {key: path for key, path in paths.items() if path.exists()}


def entry_files(kind: str, entry: Mapping[str, Any]) -> list[str]:
    """The files that an entry names, and those in folders that move what is made with them.

    Args:
        kind: `systems`, `explainers`, `metrics` or `methods`.
        entry: an entry of that kind.
    """
    # What another type reads of a folder is not known.
    is_known = entry_schema(kind, entry) is not None
    files: list[Path] = []
    for path in local_paths(kind, entry).values():
        within = [path] if path.is_file() else files_in(path)
        files += [
            file
            for file in within
            if file == path or not is_known or file.suffix in _READ_OF_MODELS
        ]
    return [str(file) for file in files]


def local_file(spec: str | Mapping[str, Any]) -> str:
    """Where a FILE of a study lies on this machine: one that is downloaded, in `DOWNLOADS`.

    Raises:
        ConfigError: its download would lie elsewhere, or its address cannot be read, which is not
            repeated, for there may be a password in it.
    """
    if isinstance(spec, str):
        return spec
    if "path" in spec:
        return spec["path"]
    if read_address(spec["url"]) is None:
        raise ConfigError(
            "its url is not that of a file; give it as https://HOST/PATH, and of a user or a "
            "password write such characters as / as %2F"
        )
    after_host = spec["url"].partition("://")[2].partition("/")[2]
    # Files of the same name from different places differ in their sums.
    name = spec.get("mirror") or f"{spec['sha256'][:8]}-{Path(after_host).name}"
    # In the name of a workflow's file, the braces of ranges would be wildcards.
    path = f"{DOWNLOADS}/{name.replace('{', '').replace('}', '')}"
    if os.path.normpath(path) != path or not Path(path).is_relative_to(DOWNLOADS):
        raise ConfigError(
            f"{name!r} cannot be the place of a download: without braces, each part of the path "
            "has to be the name of a file or folder"
        )
    return path


def misplaced(files: Iterable[tuple[str, Any]]) -> Iterator[str]:
    """A line for each FILE, after its key, whose download would lie elsewhere."""
    for key, spec in files:
        try:
            if spec is not None:
                local_file(spec)
        except ConfigError as error:
            yield f"{key}: {error}"


def resolve_paths(
    config: Mapping[str, Any], places: Sequence[Path], within: Path | None = None
) -> dict[str, Any]:
    """A copy of a study in which each path that is found somewhere says where.

    Args:
        config: a study that was checked.
        places: the folders to look in, of `places_of`.
        within: a folder; paths in it are written relative to it, all others are absolute.
    """

    def find(path: str) -> str:
        return resolve(path, places, within)

    def file(spec: str | Mapping[str, Any]) -> str | dict[str, Any]:
        return resolve_file(spec, places, within)

    resolved = dict(config)
    for kind in ("systems", "explainers", "metrics", "methods"):
        resolved[kind] = {
            name: _resolve_entry(kind, entry, find) for name, entry in config[kind].items()
        }
    resolved["datasets"] = {
        name: {
            **entry,
            "sources": file(entry["sources"]),
            "references": [file(spec) for spec in entry["references"]],
            **{key: file(entry[key]) for key in ("explanations", "authors") if key in entry},
        }
        for name, entry in config["datasets"].items()
    }
    for entry in resolved["systems"].values():
        if "files" in entry:
            entry["files"] = {name: file(spec) for name, spec in entry["files"].items()}
    for entry in resolved["explainers"].values():
        if "files" in entry:
            entry["files"] = {
                name: {correction: file(spec) for correction, spec in files.items()}
                for name, files in entry["files"].items()
            }
    for part in (resolved, *resolved["datasets"].values()):
        if part.get("pipeline", "auto") != "auto":
            part["pipeline"] = find(part["pipeline"])
    if config["style"]:
        resolved["style"] = find(config["style"])
    if config["mirror"]:
        resolved["mirror"] = find(config["mirror"])
    return resolved


def resolve(path: str, places: Sequence[Path], within: Path | None = None) -> str:
    """Where `path` is, in the first of `places` that has it; as it is written if none has it.

    Args:
        path: relative, or absolute and then already found.
        places: the folders to look in.
        within: a folder; what lies in it is written relative to it, all else is absolute.
    """
    for place in places:
        candidate = Path(os.path.normpath(place / path))
        # Unlike Path.exists, false for what cannot be a path, such as a name that is too long.
        if os.path.exists(candidate):  # noqa: PTH110
            if within and candidate.is_relative_to(within):
                return str(candidate.relative_to(within))
            return str(candidate)
    # The name of a known model that was fetched.
    return str(fetched_folder(path) or path)


def meant(path: str, places: Sequence[Path]) -> str:
    """Suggestion for a wrong path: the one in `places` that it resembles, if there is one.

    Args:
        path: relative, in none of the places.
        places: the folders to look in.
    """
    written = Path(path)
    for place in places:
        folder = place / written.parent
        names = sorted(file.name for file in folder.iterdir()) if folder.is_dir() else []
        if close := difflib.get_close_matches(written.name, names, n=1):
            return f"; did you mean {written.with_name(close[0])}?"
    return ""


def resolve_file(
    spec: str | Mapping[str, Any], places: Sequence[Path], within: Path | None
) -> str | dict[str, Any]:
    """A FILE of a configuration, whose path, if it has one, is found as `resolve` finds it."""
    if isinstance(spec, str):
        return resolve(spec, places, within)
    return {**spec, "path": resolve(spec["path"], places, within)} if "path" in spec else dict(spec)


def _is_path(schema: Mapping[str, Any] | bool) -> bool:
    return isinstance(schema, Mapping) and schema.get("format") == "path"


def _texts(option: str, value: Any) -> Iterator[tuple[str, str]]:
    """The texts in an option, each with what it is called."""
    if isinstance(value, str):
        yield option, value
    elif isinstance(value, list):
        for number, item in enumerate(value):
            yield from _texts(f"{option}.{number}", item)
    elif isinstance(value, Mapping):
        for key, item in value.items():
            yield from _texts(f"{option}.{key}", item)


def _resolve_entry(
    kind: str, entry: Mapping[str, Any], find: Callable[[str], str]
) -> dict[str, Any]:
    """An entry with its paths found; of another type than the schema's, any name of a file."""

    def located(path: str) -> str:
        place = find(path)
        # By its slash a folder is known as one.
        return place if "/" in place or not os.path.isdir(place) else f"./{place}"  # noqa: PTH112

    def found(value: Any, *, named: bool) -> Any:
        if isinstance(value, list):
            return [found(item, named=named) for item in value]
        if isinstance(value, Mapping):
            return {key: found(item, named=named) for key, item in value.items()}
        if not isinstance(value, str):
            return value
        if named or may_be_path(value):
            return located(value)
        path = find(value)
        return path if os.path.isfile(path) else value  # noqa: PTH113

    if is_file(entry.get("type")):
        entry = {**entry, "type": find(entry["type"])}
    schema = entry_schema(kind, entry)
    known = schema["properties"] if schema else {}
    return {
        key: found(value, named=schema is not None)
        if key not in NOT_OPTIONS and (schema is None or _is_path(known.get(key, {})))
        else value
        for key, value in entry.items()
    }
