"""Opening a study: its configuration is read, checked and completed, and its files are found."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any

from gec_attribution.config.coherence import problems_of
from gec_attribution.config.model_lock import (
    add_to_lock,
    commits_of_today,
    lock_file,
    unpinned_ids,
    unpinned_models_inside,
)
from gec_attribution.config.models import Problem
from gec_attribution.config.opening import read_study, refuse_problems
from gec_attribution.config.places import (
    DEFAULT_CONFIG,
    places_of,
    study_file,
    suggestion,
)
from gec_attribution.corpora.downloads import mirror_folder
from gec_attribution.errors import ConfigError
from gec_attribution.networks.chat import missing_key
from gec_attribution.networks.snapshots import cached_configuration
from gec_attribution.pipeline.coherence import experiment_problems
from gec_attribution.pipeline.named_files import hub_models, missing_pipelines
from gec_attribution.pipeline.source_checks import check_inputs
from gec_attribution.pipeline.study import ExperimentStudy
from gec_attribution.storage.yaml_files import read_yaml, scalar

CHAT_TYPES = frozenset(("chat", "chat_judge"))
"""The built-in types that ask a chat service, which wants a key."""


def open_study(
    config: Mapping[str, object],
    files: Sequence[str | Path],
    *,
    within: Path,
    alone: bool = True,
    locks: bool = False,
    dry_run: bool = False,
) -> ExperimentStudy:
    """The study of a configuration: the values of its files and of the command line.

    Args:
        config: the values, as Snakemake has them.
        files: the configuration files; files that they name are looked for beside them.
        within: the working directory; paths below it are written relative to it.
        alone: whether the values are those of `files` and of the command line; false where another
            workflow makes them.
        locks: whether to ask the hub for the commits of models without a revision, and to keep
            them beside the study's results.
        dry_run: whether to keep nothing there.

    Raises:
        ConfigError: a key is given twice or not allowed, or a type is not there.
    """
    # Snakemake keeps the last value of a key that is given twice; here that is an error.
    contents = [read_yaml(path) for path in files]
    values: Any = config
    if alone:
        values = _typed(config, set(_texts(contents)))
    places = places_of(*files)
    study = checked(values, "configuration", places, within)
    if not locks:
        return study
    commits: dict[str, str] = {}
    for models_of in (unpinned_ids, unpinned_models_inside):
        # Models without a commit are named beside all other files that are missing.
        new_commits = commits_of_today(models_of(study))
        if new_commits:
            commits |= new_commits
            study = checked(values, "configuration", places, within, commits)
    if commits and not dry_run:
        add_to_lock(lock_file(study.study, within), commits)
    return study


def load_study(path: str | Path = DEFAULT_CONFIG) -> ExperimentStudy:
    """The study of a file with its experiments; see `config.opening.load_study`."""
    file = study_file(path)
    return checked(read_yaml(file), str(path), places_of(file))


def checked(
    values: object,
    name: str = "study",
    places: Sequence[Path] = (),
    within: Path | None = None,
    commits: Mapping[str, str] = MappingProxyType({}),
) -> ExperimentStudy:
    """The study of the content of a YAML file, with its experiments; see `config.opening.checked`.

    Raises:
        ConfigError: names every wrong key, its value, and the allowed ones.
    """
    study = read_study(ExperimentStudy, values, name, places, within, commits=commits)
    evaluation = study.evaluation.completed(study.coalitions.exact_up_to)
    study = study.model_copy(update={"evaluation": evaluation})
    refuse_problems(study, _problems, name)
    return study


def _problems(study: ExperimentStudy) -> Iterator[Problem]:
    yield from problems_of(study)
    yield from experiment_problems(study)


def _texts(value: object) -> Iterator[str]:
    """Every text in a value of YAML, however deep."""
    match value:
        case Mapping():
            yield from _texts([*value.values()])
        case list():
            for item in value:
                yield from _texts(item)
        case str():
            yield value


def _typed(value: object, texts_of_files: Collection[str]) -> object:
    """The value with numbers in place of their texts, but for the texts of configuration files.

    Snakemake hands over each value below a top-level key of `--config` as text.
    """
    match value:
        case Mapping():
            return {key: _typed(item, texts_of_files) for key, item in value.items()}
        case list():
            return [_typed(item, texts_of_files) for item in value]
        case str() if value not in texts_of_files:
            return scalar(value)
    return value


def check_files(study: ExperimentStudy, *, alone: bool = True) -> list[str]:
    """Look for every file, model and pipeline of a study, and read its texts.

    A file that is missing is an error if the workflow runs `alone`; another one may make it.

    Returns:
        A line for each file or model that is not there yet, or has blank lines.

    Raises:
        ConfigError: a pipeline or file is not there, or a job would refuse its content.
    """
    refused = [missing.line for missing in study.missing_files if not missing.may_come]
    problems = missing_pipelines(study)
    if alone:
        problems += refused
    if problems:
        raise ConfigError("\n".join(problems))
    remarks = [missing.line for missing in study.missing_files if missing.may_come]
    remarks += [f"{line}; some rule has to make it" for line in refused]
    chats = []
    for kind in ("systems", "explainers", "metrics"):
        chats += [f"{kind}.{name}" for name in study.of_type(kind, *CHAT_TYPES)]
    line = missing_key()
    if chats and line:
        remarks.append(f"{', '.join(chats)}: {line}")
    for model, commit in hub_models(study):
        if cached_configuration(model, commit) is None:
            near = suggestion(model, study.places)
            remarks.append(f"{model} at revision {commit} is to be downloaded{near}")
    # A job would find only the first of them, and perhaps after hours.
    problems, blank = check_inputs(study, mirror_folder(study.mirror))
    if problems:
        raise ConfigError("\n".join(problems))
    return remarks + blank
