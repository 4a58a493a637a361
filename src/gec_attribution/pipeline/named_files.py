"""Models of the hub, and missing files, models and pipelines of a study."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from gec_attribution.config.entries import Entry
from gec_attribution.config.files import DOWNLOADS, Named
from gec_attribution.config.model_lock import unpinned_models
from gec_attribution.config.places import suggestion
from gec_attribution.config.study import Study
from gec_attribution.errors import ModelError
from gec_attribution.languages import load_language
from gec_attribution.languages.pipelines import is_installed, no_pipeline
from gec_attribution.networks.snapshots import commit_of_today, is_commit, no_commit
from gec_attribution.storage.known_models import KNOWN_MODELS, missing

# NAME or OWNER/NAME, as the hub's client checks ids.
_HUB_ID = re.compile(
    r"(?!.*(?:--|\.\.))(?:\w[\w.-]*/)?\w[\w.-]{0,95}(?<!\.git)(?<![.-])"
)


def hub_models(study: Study) -> list[tuple[str, str]]:
    """The models of the hub that a study's entries name: the id and the commit of each."""
    models: dict[tuple[str, str], None] = {}
    for named, path in _nowhere(study):
        commit = _commit(named)
        if _HUB_ID.fullmatch(path) and is_commit(commit):
            models[path, commit] = None
    return list(models)


class Missing(NamedTuple):
    """A file or model of a study in none of its places.

    Attributes:
        path: the path as it is written.
        line: error text: the key, where it was looked for, and what to do.
        is_model: whether it is a model of an entry; without it only that entry's jobs fail.
        may_come: whether a run can begin without it: it can be downloaded, or asked of the hub.
    """

    path: str
    line: str
    is_model: bool = False
    may_come: bool = False


def missing_files(study: Study) -> Iterator[Missing]:
    """The files and models of a study that are nowhere, except for the hub's pinned models."""
    looked_in = ", ".join(map(str, study.places))
    unpinned = {named.key for named in unpinned_models(study, study.places)}
    for named, path in _nowhere(study):
        near = suggestion(path, study.places)
        line = f"{named.key}: there is no {path} in any of {looked_in}{near}"
        if named.mark is None or not isinstance(named.owner, Entry):
            yield Missing(path, line)
        elif path in KNOWN_MODELS:
            yield Missing(path, f"{named.key}: {missing(path)}", is_model=True)
        elif not named.mark.commit:
            absent = f"; {named.mark.absent}" if named.mark.absent else ""
            yield Missing(
                path, line + absent, is_model=True, may_come=_is_download(path)
            )
        else:
            yield from _missing_at_hub(
                named, path, line, is_unpinned=named.key in unpinned
            )


def _missing_at_hub(
    named: Named, path: str, line: str, *, is_unpinned: bool
) -> Iterator[Missing]:
    """A model that is nowhere, if the hub cannot have it as its entry names it."""
    option = named.mark.commit if named.mark else ""
    commit = _commit(named)
    if is_unpinned:
        yield Missing(
            path, f"{line}; {_no_revision(path, option)}", is_model=True, may_come=True
        )
    elif not commit:
        needed = f"a model of the Hugging Face hub needs a revision ({option})"
        yield Missing(
            path, f"{line}; {needed}", is_model=True, may_come=_is_download(path)
        )
    elif not _HUB_ID.fullmatch(path):
        problem = "nor can it be the id of a model of the Hugging Face hub"
        yield Missing(
            path, f"{line}, {problem}", is_model=True, may_come=_is_download(path)
        )
    elif not is_commit(commit):
        entry = named.key.partition(f".{named.option}")[0]
        problem = f"{entry}.{option}: {no_commit(path, commit)}"
        yield Missing(path, problem, is_model=True, may_come=True)


def _is_download(path: str) -> bool:
    return path.startswith(f"{DOWNLOADS}/")


def _no_revision(model: str, option: str) -> str:
    """Error text for a model of the hub without a revision, whose commit is not known yet."""
    try:
        commit = commit_of_today(model)
    except ModelError as error:
        return f"{error}; without the hub, write a commit as {option}"
    return f"as a model of the Hugging Face hub, it needs a revision ({option}), today {commit}"


def missing_pipelines(study: Study) -> list[str]:
    """A line for each spaCy pipeline that is neither in any of a study's places nor installed."""
    pipelines = {"pipeline": (study.language, study.pipeline)}
    for name, entry in study.datasets.items():
        if entry.pipeline != study.pipeline:
            pipelines[f"datasets.{name}.pipeline"] = (entry.language, entry.pipeline)
    lines = []
    for key, (code, pipeline) in pipelines.items():
        language = load_language(code)
        is_named = (
            language.reads_spacy and pipeline != "auto" and not Path(pipeline).exists()
        )
        if is_named and not is_installed(language.found_pipeline(pipeline)):
            lines.append(f"{key}: {no_pipeline(pipeline)}")
    return lines


def _nowhere(study: Study) -> Iterator[tuple[Named, str]]:
    """The files of a study that were not found, each with its path."""
    for named in study.files():
        must_be = named.mark is None or (
            named.mark.must_exist and not named.mark.if_path_like
        )
        if must_be and named.path is not None and not Path(named.path).exists():
            yield named, named.path


def _commit(named: Named) -> str:
    """The commit of the hub that an entry names beside a model; empty where there is none."""
    if named.mark is None or not named.mark.commit:
        return ""
    return getattr(named.owner, named.mark.commit, None) or ""
