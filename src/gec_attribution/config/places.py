"""Places of the files that a study names, independent of the folder it is run from.

A relative path is looked for

1. next to the study's file,
2. if that file is in a folder called `config`, in the folder above it, where a repository has its
   files,
3. in the project: the repository, or the data that are installed with the package.

The name of a known model is the folder to which it was fetched. A path found in none of them stays
as it is written: it may be the id of a model of the hub, the name of an installed pipeline, or a
file relative to the working directory that another rule makes.
"""

import difflib
import os
from collections.abc import Sequence
from pathlib import Path

from gec_attribution.storage.known_models import fetched_folder
from gec_attribution.storage.project import PROJECT

DEFAULT_CONFIG = PROJECT / "config" / "config.yaml"
"""The default study."""


def study_file(path: str | Path) -> Path:
    """Location of a study's file.

    Args:
        path: the file; or, in any folder, one of the project, as `config/paper.yaml`, or its name,
            as `paper`.
    """
    own = Path(path)
    if own.exists() and not own.is_dir():
        return own
    of_the_project = PROJECT / own
    if of_the_project.is_file():
        return of_the_project
    is_name = own.name == str(own)
    named = DEFAULT_CONFIG.with_name(f"{own.name}.yaml")
    if is_name and named.is_file():
        return named
    return own


def study_names() -> list[str]:
    """Names of the project's studies."""
    names = []
    for file in sorted(DEFAULT_CONFIG.parent.glob("*.yaml")):
        adds_to_a_study = "\nstudy:" not in file.read_text("utf-8")
        if not adds_to_a_study:
            names.append(file.stem)
    return names


def places_of(*studies: str | Path) -> list[Path]:
    """The folders in which a study's paths are looked for, the first to look in first.

    Args:
        studies: the study's file; where one file adds to another, the folder of the last comes
            first. Without any, the study is assumed to be in the working directory.
    """
    folders = []
    for study in reversed(studies):
        folder = Path(study).parent.resolve()
        folders.append(folder)
        if folder.name == "config":
            folders.append(folder.parent)
    if not studies:
        folders.append(Path.cwd())
    folders.append(PROJECT)
    return list(dict.fromkeys(folders))


def resolve(path: str, places: Sequence[Path], within: Path | None = None) -> str:
    """Location of `path` in the first of `places` that has it; `path` itself if none has it.

    What lies in the folder `within` is written relative to it, all else is absolute.
    """
    for place in places:
        candidate = Path(os.path.normpath(place / path))
        # Unlike Path.exists, false for a text that cannot be a path, such as a long name.
        if os.path.exists(candidate):  # noqa: PTH110
            if within and candidate.is_relative_to(within):
                candidate = candidate.relative_to(within)
            return str(candidate)
    of_known_model = fetched_folder(path)
    return str(of_known_model or path)


def suggestion(path: str, places: Sequence[Path]) -> str:
    """Suggestion for a path in none of `places`: the one that it resembles, if there is one."""
    written = Path(path)
    for place in places:
        folder = place / written.parent
        if not folder.is_dir():
            continue
        names = sorted(file.name for file in folder.iterdir())
        close = difflib.get_close_matches(written.name, names, n=1)
        if close:
            return f"; did you mean {written.with_name(close[0])}?"
    return ""
