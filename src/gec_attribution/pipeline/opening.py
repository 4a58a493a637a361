"""Opening a study: its configuration is read, checked and completed, and its files are found."""

import copy
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from gec_attribution.config.entries import label_of
from gec_attribution.config.places import DOWNLOADS, places_of, resolve
from gec_attribution.config.types import unknown_types
from gec_attribution.corpora.downloads import mirror_folder
from gec_attribution.errors import ConfigError
from gec_attribution.experiments.catalogue import experiments
from gec_attribution.networks.chat import missing_key
from gec_attribution.networks.snapshots import in_cache
from gec_attribution.pipeline.coherence import forms_of
from gec_attribution.pipeline.config import resolve_study, validate_study
from gec_attribution.pipeline.named_files import (
    hub_models,
    meant,
    missing_models,
    missing_pipelines,
    moving_models,
    unfound,
)
from gec_attribution.pipeline.source_checks import check_inputs
from gec_attribution.pipeline.study import Study
from gec_attribution.storage.yaml_files import read_yaml

CHAT_TYPES = frozenset(("chat", "chat_judge"))
"""The built-in types that ask a chat service, which wants a key."""
_LABELLED = ("dataset", "system", "explainer", "metric", "method")


@dataclass(frozen=True)
class Opened:
    """A study, and what its reader should know before anything runs.

    Attributes:
        study: the study.
        hub_models: the models of the hub that it names, each with its commit.
        remarks: a line for each file or model that is not there yet, or has blank lines.
    """

    study: Study
    hub_models: Sequence[tuple[str, str]]
    remarks: Sequence[str]


def open_study(
    config: Mapping[str, Any],
    files: Sequence[str | Path],
    *,
    within: Path,
    look: bool = True,
    alone: bool = True,
) -> Opened:
    """The study that a configuration describes.

    Args:
        config: what its files and the command line say together.
        files: the files that it was read from, which say where its other files are looked for.
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
    as_written = validate_study(dict(config))
    from_hub = hub_models(as_written, places)
    absent: dict[str, str] = {}
    remarks: list[str] = []
    if look:
        absent = missing_models(as_written, places)
        nowhere = [line for path, line in absent.items() if not path.startswith(f"{DOWNLOADS}/")]
        nowhere += unfound(as_written, places)
        problems = [*unknown_types(as_written, places), *missing_pipelines(as_written, places)]
        problems += nowhere if alone else []
        if problems:
            raise ConfigError("\n".join(problems))
        absent |= moving_models(as_written, places)
        remarks += absent.values()
        chats = [
            f"{kind}.{name}"
            for kind in ("systems", "explainers", "metrics")
            for name, entry in as_written[kind].items()
            if entry.get("type") in CHAT_TYPES
        ]
        if chats and (line := missing_key()):
            remarks.append(f"{', '.join(chats)}: {line}")
        remarks += [
            f"{model} at revision {commit} is to be downloaded{meant(model, places)}"
            for model, commit in from_hub
            if not in_cache(model, commit)
        ]
        remarks += [f"{line}; some rule has to make it" for line in nowhere]
    complete = copy.deepcopy(resolve_study(as_written, places, within=within))
    # A job would find one of them, an hour later.
    if look:
        problems, blank = check_inputs(complete, mirror_folder(complete["mirror"]))
        if problems:
            raise ConfigError("\n".join(problems))
        remarks += blank
    published = {
        name: entry.pop("published")
        for name, entry in complete["metrics"].items()
        if "published" in entry
    }
    labels = _labels_taken(complete)
    study = Study(
        complete,
        labels,
        partial(resolve, places=places, within=within),
        published,
        absent,
    )
    labels["metric"] |= _labels_of_components(study)
    return Opened(study, from_hub, remarks)


def _labels_taken(config: Mapping[str, Any]) -> dict[str, dict[str, str]]:
    """Labels of entries in figures and tables, which nothing else reads any more.

    So a new label makes only figures and tables anew.
    """
    labels = {
        kind: {name: label_of(config, f"{kind}s", name) for name in config[f"{kind}s"]}
        for kind in _LABELLED
    }
    entries = [entry for kind in _LABELLED for entry in config[f"{kind}s"].values()]
    for key, name, form in forms_of(config):
        column = key.rpartition(".")[2].removesuffix("s")
        labels.setdefault(column, {})[name] = form.get("label", name)
        entries.append(form)
    for entry in entries:
        entry.pop("label", None)
    return labels


def _labels_of_components(study: Study) -> dict[str, str]:
    return {
        f"{metric}.{column}": f"{study.label('metric', metric)} ({column})"
        for experiment in experiments().values()
        if experiment.of_chosen_metrics
        for metric, columns in study.columns_shown(experiment).items()
        for column in columns
        if column != "score"
    }
