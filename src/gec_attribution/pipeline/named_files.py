"""Models, pipelines and files that a study names: which are of the hub, and which are nowhere."""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from gec_attribution.config.entries import Entry
from gec_attribution.config.files import Named
from gec_attribution.config.places import meant, resolve
from gec_attribution.config.study import Study
from gec_attribution.languages.pipelines import is_installed, no_pipeline, pipeline_for
from gec_attribution.networks.snapshots import is_commit, no_commit
from gec_attribution.storage.known_models import KNOWN_MODELS, missing

# A name, or that of its owner and its own; as the hub's client checks them.
_HUB_ID = re.compile(r"(?!.*(?:--|\.\.))(?:\w[\w.-]*/)?\w[\w.-]{0,95}(?<!\.git)(?<![.-])")


def hub_models(study: Study, places: Sequence[Path]) -> list[tuple[str, str]]:
    """The models of the hub that a study's entries name: the id and the commit of each.

    Args:
        study: a study with its paths as they are written or found.
        places: the folders in which a path is looked for.
    """
    named = ((path, _commit(named)) for named, path in nowhere(study, places))
    models = [(path, commit) for path, commit in named if _HUB_ID.fullmatch(path)]
    return list(dict.fromkeys((path, commit) for path, commit in models if is_commit(commit)))


def missing_files(study: Study, places: Sequence[Path]) -> tuple[dict[str, str], list[str]]:
    """Lines about the models of entries, by path, and the other files that are in no place.

    A model with a revision is one of the hub, which is asked when the model is loaded, unless it
    cannot be its id.

    Args:
        study: a study with its paths as they are written or found.
        places: the folders to look in.
    """
    looked_in = ", ".join(map(str, places))
    models, files = {}, []
    for named, path in nowhere(study, places):
        line = f"{named.key}: there is no {path} in any of {looked_in}{meant(path, places)}"
        if not isinstance(named.owner, Entry) or not isinstance(named.file, str):
            files.append(line)
            continue
        commit, absent = named.mark.commit, named.mark.absent
        if path in KNOWN_MODELS:
            models[path] = f"{named.key}: {missing(path)}"
        elif not commit:
            models[path] = f"{line}; {absent}" if absent else line
        elif not _commit(named):
            models[path] = f"{line}; a model of the Hugging Face hub needs a revision ({commit})"
        elif not _HUB_ID.fullmatch(path):
            models[path] = f"{line}, nor can it be the id of a model of the Hugging Face hub"
    return models, files


def moving_models(study: Study, places: Sequence[Path]) -> dict[str, str]:
    """The models of the hub whose revision is no commit: a line for each, with that of today.

    Args:
        study: a study with its paths as they are written or found.
        places: the folders in which a path is looked for.
    """
    return {
        path: f"{_entry_key(named)}.{named.mark.commit}: {no_commit(path, commit)}"
        for named, path in nowhere(study, places)
        if (commit := _commit(named)) and not is_commit(commit) and _HUB_ID.fullmatch(path)
    }


def missing_pipelines(study: Study, places: Sequence[Path]) -> list[str]:
    """A line for each spaCy pipeline that is neither in any of `places` nor installed.

    Args:
        study: a study with its paths as they are written or found.
        places: the folders to look in.
    """
    languages = {"pipeline": (study.language, study.pipeline)}
    for name, entry in study.datasets.items():
        if entry.pipeline != study.pipeline:
            languages[f"datasets.{name}.pipeline"] = (entry.language, entry.pipeline)
    return [
        f"{key}: {no_pipeline(pipeline)}"
        for key, (language, pipeline) in languages.items()
        if language == "en" and pipeline != "auto"
        if resolve(pipeline, places) == pipeline and not Path(pipeline).exists()
        if not is_installed(pipeline_for(language, pipeline))
    ]


def nowhere(study: Study, places: Sequence[Path]) -> Iterator[tuple[Named, str]]:
    """The files that a study names and that are in none of `places`, each with its path."""
    for named in study.files():
        path = named.path
        if path is None or not named.mark.sought or named.mark.guessed:
            continue
        if resolve(path, places) == path and not Path(path).exists():
            yield named, path


def _entry_key(named: Named) -> str:
    """The key of the entry that names a file, such as `metrics.some`."""
    return named.key.partition(f".{named.option}")[0]


def _commit(named: Named) -> str:
    """The commit of the hub that an entry names beside a model; empty where there is none."""
    return getattr(named.owner, named.mark.commit, None) or "" if named.mark.commit else ""
