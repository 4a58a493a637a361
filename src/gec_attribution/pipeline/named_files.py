"""Models, pipelines and files that a study names: which are of the hub, and which are nowhere."""

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from gec_attribution.config.places import meant, path_options, resolve
from gec_attribution.config.schemas import entry_schema
from gec_attribution.languages.pipelines import is_installed, no_pipeline, pipeline_for
from gec_attribution.networks.snapshots import is_commit, no_commit
from gec_attribution.pipeline.coherence import forms_of
from gec_attribution.pipeline.config import files_of_options
from gec_attribution.storage.known_models import KNOWN_MODELS, missing

# A name, or that of its owner and its own; as the hub's client checks them.
_HUB_ID = re.compile(r"(?!.*(?:--|\.\.))(?:\w[\w.-]*/)?\w[\w.-]{0,95}(?<!\.git)(?<![.-])")


def hub_models(config: Mapping[str, Any], places: Sequence[Path]) -> list[tuple[str, str]]:
    """The models of the hub that a study's entries name: the id and the commit of each.

    Args:
        config: a study that was checked, with its paths as they are written or resolved.
        places: the folders in which a path is looked for.
    """
    models = {
        (path, entry[option]): None
        for _, kind, entry, key, path in _nowhere(config, places)
        if (option := _commit_of(kind, entry, key)) and is_commit(entry.get(option, ""))
        if _HUB_ID.fullmatch(path)
    }
    return list(models)


def missing_models(config: Mapping[str, Any], places: Sequence[Path]) -> dict[str, str]:
    """The models and files of entries that are in none of `places`: a line for each path.

    A model with a revision is one of the hub, which is asked when the model is loaded, unless it
    cannot be its id.

    Args:
        config: a study that was checked, with its paths as they are written or resolved.
        places: the folders to look in.
    """
    looked_in = ", ".join(map(str, places))
    lines = {}
    for option, kind, entry, key, path in _nowhere(config, places):
        if path in KNOWN_MODELS:
            lines[path] = f"{option}.{key}: {missing(path)}"
            continue
        line = f"{option}.{key}: there is no {path} in any of {looked_in}{meant(path, places)}"
        commit = _commit_of(kind, entry, key)
        if commit and commit in entry and not _HUB_ID.fullmatch(path):
            lines[path] = f"{line}, nor can it be the id of a model of the Hugging Face hub"
        elif commit and commit not in entry:
            lines[path] = f"{line}; a model of the Hugging Face hub needs a revision ({commit})"
        elif not commit:
            absent = _keyword(kind, entry, key, "absent")
            lines[path] = f"{line}; {absent}" if absent else line
    return lines


def moving_models(config: Mapping[str, Any], places: Sequence[Path]) -> dict[str, str]:
    """The models of the hub whose revision is no commit: a line for each, with that of today.

    Args:
        config: a study that was checked, with its paths as they are written or resolved.
        places: the folders in which a path is looked for.
    """
    return {
        path: f"{option}.{revision}: {no_commit(path, entry[revision])}"
        for option, kind, entry, key, path in _nowhere(config, places)
        if (revision := _commit_of(kind, entry, key)) and revision in entry
        if _HUB_ID.fullmatch(path) and not is_commit(entry[revision])
    }


def missing_pipelines(config: Mapping[str, Any], places: Sequence[Path]) -> list[str]:
    """A line for each spaCy pipeline that is neither in any of `places` nor installed.

    Args:
        config: a study that was checked, with its paths as they are written or resolved.
        places: the folders to look in.
    """
    named = {"pipeline": (config["language"], config["pipeline"])}
    for name, entry in config["datasets"].items():
        if "pipeline" in entry:
            language = entry.get("language") or config["language"]
            named[f"datasets.{name}.pipeline"] = (language, entry["pipeline"])
    return [
        f"{option}: {no_pipeline(pipeline)}"
        for option, (language, pipeline) in named.items()
        if language == "en" and pipeline != "auto"
        if resolve(pipeline, places) == pipeline and not Path(pipeline).exists()
        if not is_installed(pipeline_for(language, pipeline))
    ]


def unfound(config: Mapping[str, Any], places: Sequence[Path]) -> list[str]:
    """A line for each of a study's own files that is in none of `places`, which it names.

    Args:
        config: a study that was checked, with its paths as they are written.
        places: the folders looked in.
    """
    files = {}
    for name, entry in config["datasets"].items():
        files[f"datasets.{name}.sources"] = entry["sources"]
        for number, spec in enumerate(entry["references"]):
            files[f"datasets.{name}.references.{number}"] = spec
        for key in ("explanations", "authors"):
            if key in entry:
                files[f"datasets.{name}.{key}"] = entry[key]
    for name, entry in config["systems"].items():
        for dataset, spec in entry.get("files", {}).items():
            files[f"systems.{name}.files.{dataset}"] = spec
    for name, entry in config["explainers"].items():
        for dataset, explained in entry.get("files", {}).items():
            for correction, spec in explained.items():
                files[f"explainers.{name}.files.{dataset}.{correction}"] = spec
    files |= {key: path for key, _, path in files_of_options(config)}
    paths = {
        key: spec if isinstance(spec, str) else spec.get("path") for key, spec in files.items()
    }
    looked_in = ", ".join(map(str, places))
    return [
        f"{key}: there is no {path} in any of {looked_in}{meant(path, places)}"
        for key, path in paths.items()
        if path and resolve(path, places) == path and not Path(path).exists()
    ]


def _nowhere(
    config: Mapping[str, Any], places: Sequence[Path]
) -> Iterator[tuple[str, str, dict[str, Any], str, str]]:
    """Lines about the paths of an entry that are in none of `places`.

    Yields:
        The keys of the entry, its kind, the entry, the option in it and the path.
    """
    entries = [
        (f"{kind}.{name}", kind, entry)
        for kind in ("systems", "explainers", "metrics", "methods")
        for name, entry in config[kind].items()
    ]
    entries += [
        (f"{key}.{name}.metric", "metrics", form["metric"]) for key, name, form in forms_of(config)
    ]
    for option, kind, entry in entries:
        for key, path in path_options(kind, entry).items() if entry_schema(kind, entry) else ():
            if resolve(path, places) == path and not Path(path).exists():
                yield option, kind, entry, key, path


def _commit_of(kind: str, entry: Mapping[str, Any], key: str) -> str | None:
    """The option with the commit of a model of the hub; None for what cannot be one."""
    return _keyword(kind, entry, key, "commit")


def _keyword(kind: str, entry: Mapping[str, Any], key: str, keyword: str) -> str | None:
    """Value of a keyword in the schema of an option, if there is one."""
    schema = entry_schema(kind, entry)
    option, _, _ = key.partition(".")
    return schema["properties"][option].get(keyword) if schema else None
