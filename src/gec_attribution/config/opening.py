"""Opening a study: its values are read one by one, completed, and then checked together."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import TypeVar

from gec_attribution.config.coherence import problems_of
from gec_attribution.config.model_lock import lock_file, read_lock
from gec_attribution.config.models import NAME, Problem, Reading, read_model
from gec_attribution.config.places import (
    DEFAULT_CONFIG,
    places_of,
    study_file,
    study_names,
)
from gec_attribution.config.study import Study
from gec_attribution.errors import ConfigError, unknown
from gec_attribution.storage.yaml_files import read_yaml

AnyStudy = TypeVar("AnyStudy", bound=Study)


def load_study(path: str | Path = DEFAULT_CONFIG) -> Study:
    """The study of a file, checked, with the files that it names found.

    Args:
        path: the file, or the name of one of the project, as `chinese`; see `study_file`.

    Raises:
        ConfigError: the file is missing, is not YAML, or has a key or value that is not allowed.
    """
    file = study_file(path)
    if not file.exists() and str(path) == Path(path).stem:
        advice = "a file of your own goes by its path, with its ending"
        raise ConfigError(unknown("study", str(path), study_names(), advice))
    return checked(read_yaml(file), str(path), places_of(file))


def checked(
    values: object,
    name: str = "study",
    places: Sequence[Path] = (),
    within: Path | None = None,
) -> Study:
    """The study of the content of a YAML file, checked, with the files that it names found.

    Args:
        values: the content.
        name: its name in errors.
        places: the folders to look in, of `places_of`; without any, paths are left as they are
            written.
        within: a folder; paths in it are written relative to it, all others are absolute.

    Raises:
        ConfigError: names every wrong key, its value, and the allowed ones.
    """
    study = read_study(Study, values, name, places, within)
    refuse_problems(study, problems_of, name)
    return study


def read_study(
    model: type[AnyStudy],
    values: object,
    name: str,
    places: Sequence[Path],
    within: Path | None,
    *,
    commits: Mapping[str, str] = MappingProxyType({}),
) -> AnyStudy:
    """The study of the content of a YAML file, whose values are checked one by one.

    Models of the hub without a revision have their commits in `commits`, or else in the file beside
    the study's results.
    """
    written = values if isinstance(values, Mapping) else {}
    # A wrong name is an error of the study's own.
    name_of_study = str(written.get("study", ""))
    is_name = re.fullmatch(NAME, name_of_study)
    kept = read_lock(lock_file(name_of_study, within)) if is_name else {}
    reading = Reading(written, places, within, {**kept, **commits})
    return read_model(model, values, name, reading)


def refuse_problems(
    study: AnyStudy, problems: Callable[[AnyStudy], Iterable[Problem]], name: str
) -> None:
    """Refuse a study whose parts do not fit together.

    Raises:
        ConfigError: names every wrong key.
    """
    lines = dict.fromkeys(f"{name}: {key}: {text}" for key, text in problems(study))
    if lines:
        raise ConfigError("\n".join(lines))
