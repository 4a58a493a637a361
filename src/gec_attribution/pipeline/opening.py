"""Opening a study: its configuration is read, checked and completed, and its files are found."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from gec_attribution.config.places import meant, places_of
from gec_attribution.corpora.downloads import mirror_folder
from gec_attribution.errors import ConfigError
from gec_attribution.networks.chat import missing_key
from gec_attribution.networks.snapshots import in_cache
from gec_attribution.pipeline.named_files import hub_models, missing_files, missing_pipelines
from gec_attribution.pipeline.source_checks import check_inputs
from gec_attribution.pipeline.study import ExperimentStudy
from gec_attribution.storage.yaml_files import read_yaml

CHAT_TYPES = frozenset(("chat", "chat_judge"))
"""The built-in types that ask a chat service, which wants a key."""


@dataclass(frozen=True)
class Opened:
    """A study, and what its reader should know before anything runs.

    Attributes:
        study: the study.
        hub_models: the models of the hub that it names, each with its commit.
        remarks: a line for each file or model that is not there yet, or has blank lines.
    """

    study: ExperimentStudy
    hub_models: Sequence[tuple[str, str]]
    remarks: Sequence[str]


def open_study(
    config: Mapping[str, object],
    files: Sequence[str | Path],
    *,
    within: Path,
    look: bool = True,
    alone: bool = True,
) -> Opened:
    """The study that a configuration describes.

    Args:
        config: the values of its files and the command line together.
        files: the files that it was read from; its other files are looked for beside them.
        within: the working directory, to which paths below it are relative.
        look: whether what it names is looked for: every type, file, model and pipeline.
        alone: whether no other workflow makes files that it names.

    Raises:
        ConfigError: a key is given twice or not allowed, or a type, pipeline or file is not there.
    """
    places = places_of(*files)
    for path in files:
        # Who has read them before may have kept the last value of a key given twice.
        read_yaml(path)
    study = ExperimentStudy.read(dict(config), "configuration", places)
    from_hub = hub_models(study, places)
    missing = list(missing_files(study, places)) if look else []
    refused = [each.line for each in missing if not each.may_come]
    if look and (problems := missing_pipelines(study, places) + (refused if alone else [])):
        raise ConfigError("\n".join(problems))
    remarks = [each.line for each in missing if each.may_come]
    remarks += [f"{line}; some rule has to make it" for line in refused]
    chats = [
        f"{kind}.{name}"
        for kind in ("systems", "explainers", "metrics")
        for name in study.of_type(kind, *CHAT_TYPES)
    ]
    if look and chats and (line := missing_key()):
        remarks.append(f"{', '.join(chats)}: {line}")
    remarks += [
        f"{model} at revision {commit} is to be downloaded{meant(model, places)}"
        for model, commit in from_hub
        if look and not in_cache(model, commit)
    ]
    study = study.located(places, within)
    study = study.without({each.path: each.line for each in missing if each.is_model})
    # A job would find one of them, an hour later.
    if look:
        problems, blank = check_inputs(study, mirror_folder(study.mirror))
        if problems:
            raise ConfigError("\n".join(problems))
        remarks += blank
    return Opened(study, from_hub, remarks)
