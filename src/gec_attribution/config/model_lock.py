"""Commits of the hub's models that a study, or a model of it, names without a revision.

The first run asks the hub for the commit of each such model, and keeps it in a file beside the
study's results. Later runs take it from there, so that a model's scores stay those of one commit.
"""

import logging
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import yaml

from gec_attribution.config.entries import Entry
from gec_attribution.config.files import Named, files_named_in
from gec_attribution.config.models import Model
from gec_attribution.errors import ConfigError, ModelError
from gec_attribution.networks.snapshots import commit_of_today, is_commit
from gec_attribution.storage.files import write_atomically
from gec_attribution.storage.known_models import KNOWN_MODELS
from gec_attribution.storage.yaml_files import read_yaml

if TYPE_CHECKING:
    from gec_attribution.config.study import Study

logger = logging.getLogger(__name__)
AnyEntry = TypeVar("AnyEntry", bound=Entry)
LOCK = "models.lock.yaml"
# OWNER/NAME, as the hub's client checks ids.
_OWNED_ID = re.compile(r"(?!.*(?:--|\.\.))\w[\w.-]*/\w[\w.-]{0,95}(?<!\.git)(?<![.-])")
_HEAD = """\
# Models of the Hugging Face hub that the study, or a model of it, names without a revision, each
# with its commit. A run takes these commits; `gec-attribution models update --config STUDY` takes
# those of today.
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
            raise ConfigError(
                f"{file}: {model}: found {commit!r}, which is no commit; delete it"
            )
    return {str(model): str(commit) for model, commit in commits.items()}


def write_lock(file: Path, commits: Mapping[str, str]) -> None:
    """Write the commit of each model."""
    with write_atomically(file) as path:
        path.write_text(
            _HEAD + yaml.safe_dump(dict(commits), default_style=None), "utf-8"
        )


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
        if (
            _OWNED_ID.fullmatch(model)
            and not is_local
            and not any(map(Path.is_dir, folders))
        ):
            yield named


def unpinned_ids(study: "Study") -> list[str]:
    """The ids of the models of the hub that a study names without a revision."""
    named = unpinned_models(study, study.places)
    return list(dict.fromkeys(str(each.path) for each in named))


def unpinned_models_inside(study: "Study") -> list[str]:
    """The ids of the models that a study's models name, and whose commits nobody says.

    A model whose description cannot be had is passed over.
    """
    ids: dict[str, None] = {}
    for entry in study.systems.values():
        with suppress(ModelError):
            ids.update(dict.fromkeys(entry.unpinned_inside(fetch=True).values()))
    return list(ids)


def with_commits(entry: AnyEntry) -> AnyEntry:
    """An entry with the commits of today for its models of the hub that have none.

    Raises:
        ModelError: the hub did not say a commit.
    """
    unpinned = unpinned_models(entry)
    models = {named.mark.commit: str(named.path) for named in unpinned if named.mark}
    entry = entry.model_copy(update=_logged_commits(models))
    return entry.model_copy(update=_logged_commits(entry.unpinned_inside(fetch=True)))


def _logged_commits(models: Mapping[str, str]) -> dict[str, str]:
    commits = {}
    for option, model in models.items():
        commits[option] = commit_of_today(model)
        logger.info("%s: commit of today: %s", model, commits[option])
    return commits


def commits_of_today(models: Iterable[str]) -> dict[str, str]:
    """The commit of each model today, up to the first that the hub does not say."""
    commits: dict[str, str] = {}
    with suppress(ModelError):
        for model in models:
            commits[model] = commit_of_today(model)
    return commits


def add_to_lock(file: Path, commits: Mapping[str, str]) -> None:
    """Add commits to a file of commits."""
    write_lock(file, {**read_lock(file), **commits})


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
