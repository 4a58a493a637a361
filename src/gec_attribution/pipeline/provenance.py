"""Origin of a study's results, for an archive: the file `provenance.json` beside them."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

from gec_attribution.config.entries import Entry, plain
from gec_attribution.config.files import File, Named
from gec_attribution.config.registry import registry
from gec_attribution.pipeline.citations import citations
from gec_attribution.pipeline.study import ExperimentStudy
from gec_attribution.pipeline.surroundings import read_surroundings
from gec_attribution.storage.caches import content_of
from gec_attribution.storage.code_state import code_state
from gec_attribution.storage.files import files_in
from gec_attribution.storage.known_models import KNOWN_MODELS
from gec_attribution.storage.parquet_files import read_attrs
from gec_attribution.storage.project import PROJECT


def provenance_of(study: ExperimentStudy) -> dict[str, object]:
    """Everything that a study's results were made from, as JSON values.

    Returns:
        `study`, with all defaults, and its `labels`; `code`, of this process; `jobs`, the software
        and processors of rules; `seed`; `models` and `data` with digests and licences; `scores`,
        the signature of each data set's scores under each metric; `cite`, as BibTeX.
    """
    models = []
    data = []
    for named in study.files():
        if isinstance(named.file, File):
            data.append(_file(named.key, named.file))
        elif isinstance(named.owner, Entry) and named.mark:
            models.append(_model(named))
    return {
        "study": _portable(plain(study)),
        "labels": study.labels,
        "code": code_state(),
        "jobs": read_surroundings(Path(study.folder) / "logs"),
        "seed": study.seed,
        "models": models,
        "data": data,
        "scores": dict(_signatures(study)),
        "cite": citations(study),
    }


def _model(named: Named) -> dict[str, object]:
    """A model, or another file that an option of an entry names."""
    place = Path(str(named.path))
    files = {}
    if place.is_dir():
        for file in files_in(place):
            files[file.relative_to(place).as_posix()] = content_of(file)
    elif place.is_file():
        files[place.name] = content_of(place)
    commit = named.mark.commit if named.mark else ""
    return {
        "key": named.key,
        "name": _shown(place),
        "commit": getattr(named.owner, commit, None),
        "files": files,
        "licence": _licence_of_model(place),
    }


def _licence_of_model(place: Path) -> str | None:
    """The licence that a model's card names, or the sentence about a known model."""
    if place.name in KNOWN_MODELS:
        return KNOWN_MODELS[place.name].description
    card = place / "README.md"
    if not card.is_file():
        return None
    _, _, rest = card.read_text("utf-8").partition("---\n")
    front_matter, _, _ = rest.partition("\n---")
    values = yaml.safe_load(front_matter)
    if isinstance(values, dict):
        return values.get("license")
    return None


def _file(key: str, file: File) -> dict[str, object]:
    """A file of a data set, or of published corrections."""
    place = Path(file.local)
    digest = file.sha256
    if digest is None and place.is_file():
        digest = content_of(place)
    described: dict[str, object] = {
        "key": key,
        "name": _shown(place),
        "sha256": digest,
        "url": file.url,
    }
    if file.registered:
        entry = registry()[file.registered.partition("/")[0]]
        described |= {"licence": entry.licence, "citation": entry.citation}
    return described


def _portable(value: Any) -> Any:
    """A value of JSON with each absolute path as `_shown`."""
    if isinstance(value, dict):
        return {key: _portable(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_portable(item) for item in value]
    if isinstance(value, str) and Path(value).is_absolute():
        return _shown(Path(value))
    return value


def _shown(place: Path) -> str:
    """A path relative to the project or the working directory; of others only the last part.

    Where a file was on one machine means nothing on another.
    """
    if place.is_relative_to(PROJECT):
        return place.relative_to(PROJECT).as_posix()
    if place.is_absolute():
        return place.name
    return place.as_posix()


def _signatures(study: ExperimentStudy) -> Iterator[tuple[str, object]]:
    for dataset in study.datasets:
        for metric in study.metrics_of(dataset):
            table = Path(f"{study.folder}/{dataset}/scores/{metric}.parquet")
            if table.is_file():
                yield f"{dataset}/{metric}", read_attrs(table).get("signature", {})
