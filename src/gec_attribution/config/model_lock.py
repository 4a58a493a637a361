"""Commits of the hub's models that a study names without a revision.

The first run asks the hub for the commit of each such model, and keeps it in a file beside the
study's results. Later runs take it from there, so that a model's scores stay those of one commit.
"""

import logging
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TypeVar

import yaml

from gec_attribution.config.files import Named, files_named_in
from gec_attribution.config.models import Model
from gec_attribution.errors import ConfigError
from gec_attribution.networks.snapshots import commit_of_today, is_commit
from gec_attribution.storage.files import write_atomically
from gec_attribution.storage.known_models import KNOWN_MODELS
from gec_attribution.storage.yaml_files import read_yaml

logger = logging.getLogger(__name__)
AnyEntry = TypeVar("AnyEntry", bound=Model)
LOCK = "models.lock.yaml"
# OWNER/NAME, as the hub's client checks ids.
_OWNED_ID = re.compile(r"(?!.*(?:--|\.\.))\w[\w.-]*/\w[\w.-]{0,95}(?<!\.git)(?<![.-])")
_HEAD = """\
# Models of the Hugging Face hub that the study names without a revision, each with its commit. A
# run takes these commits; `gec-attribution models update --config STUDY` takes those of today.
"""


def lock_file(study: str, within: Path | None = None) -> Path:
    """The file of a study's commits; `within` is the working directory."""
    return (within or Path()) / "results" / study / LOCK


def read_lock(file: Path) -> dict[str, str]:
    """The commit of each model in a file of commits; empty where there is no file.

    Raises:
        ConfigError: something else than models and commits is in it.
    """
    content = read_yaml(file) if file.is_file() else None
    commits = {} if content is None else content
    if not isinstance(commits, Mapping):
        raise ConfigError(f"{file}: must have a commit for each model; delete the file")
    for model, commit in commits.items():
        if not is_commit(str(commit)):
            raise ConfigError(f"{file}: {model}: found {commit!r}, which is no commit; delete it")
    return {str(model): str(commit) for model, commit in commits.items()}


def write_lock(file: Path, commits: Mapping[str, str]) -> None:
    """Write the commit of each model."""
    with write_atomically(file) as path:
        path.write_text(_HEAD + yaml.safe_dump(dict(commits), default_style=None), "utf-8")


def unpinned_models(part: Model, places: Sequence[Path] = ()) -> Iterator[Named]:
    """Models of the hub in a study, or in an entry, that have no revision.

    A path whose folder is in one of `places` is a file that is missing, not the id of a model.
    """
    for named in files_named_in(part):
        model = named.path
        option = named.mark.commit if named.mark else ""
        if not option or model is None or getattr(named.owner, option, None):
            continue
        folders = [place / Path(model).parent for place in places or [Path()]]
        is_local = model in KNOWN_MODELS or Path(model).exists()
        if _OWNED_ID.fullmatch(model) and not is_local and not any(map(Path.is_dir, folders)):
            yield named


def with_commits(entry: AnyEntry) -> AnyEntry:
    """An entry with the commits of today for its models of the hub that have none.

    Raises:
        ModelError: the hub did not say a commit.
    """
    commits = {}
    for named in unpinned_models(entry):
        if named.mark:
            commits[named.mark.commit] = commit_of_today(str(named.path))
            logger.info("%s: commit of today: %s", named.path, commits[named.mark.commit])
    return entry.model_copy(update=commits)


def lock_models(models: Iterable[str], file: Path) -> dict[str, str]:
    """Ask the hub for the commit of each model, and add it to a file of commits.

    Returns:
        The commits that are new.

    Raises:
        ModelError: the hub did not say one; the others are written all the same.
    """
    commits = read_lock(file)
    new: dict[str, str] = {}
    try:
        for model in models:
            new[model] = commit_of_today(model)
    finally:
        if new:
            write_lock(file, {**commits, **new})
    return new


def update_lock(file: Path) -> dict[str, tuple[str, str]]:
    """Take the commits of today in place of those in a file.

    Returns:
        The former and the present commit of each model.

    Raises:
        ConfigError: there is no such file.
        ModelError: the hub did not say a commit; nothing is changed.
    """
    if not file.is_file():
        raise ConfigError(
            f"{file}: there is no such file; a run writes it if the study names a model of the hub "
            "without a revision"
        )
    before = read_lock(file)
    today = {model: commit_of_today(model) for model in before}
    write_lock(file, today)
    return {model: (before[model], today[model]) for model in before}
