"""Names of systems: those of the files of their outputs on a command line."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from gec_attribution.errors import InputError


def named_files(arguments: Sequence[Path]) -> dict[str, Path]:
    """Files by the names of their systems.

    A name stands before the file (`NAME=FILE`). Other names are the shortest parts of the paths
    that tell all of them apart: the file name without suffixes, with them, or one folder; else as
    many folders as are needed.

    Raises:
        InputError: a file or a name is there twice.
    """
    files: dict[Path, str] = {}
    for argument in arguments:
        name, equals, path = str(argument).partition("=")
        file = Path(path)
        if not equals or not name or argument.exists():
            name = ""
            file = argument
        if file in files:
            raise InputError(f"{file}: is given twice among the hypotheses")
        files[file] = name
    unnamed = [file for file, name in files.items() if not name]
    files |= zip(unnamed, _short_names(unnamed), strict=True)
    by_name: dict[str, Path] = {}
    for file, name in files.items():
        if name in by_name:
            raise InputError(
                f"{name}: two systems have this name; name them by NAME=FILE"
            )
        by_name[name] = file
    return by_name


def _short_names(paths: Sequence[Path]) -> list[str]:
    """The shortest parts of different paths that tell them apart."""
    for names in _names_by_length(paths):
        if all(names) and len(set(names)) == len(names):
            return names
    return list(map(str, paths))


def _names_by_length(paths: Sequence[Path]) -> Iterator[list[str]]:
    """Parts of some paths by which these may be named, the shortest first."""
    yield [path.name.partition(".")[0] for path in paths]
    yield [path.name for path in paths]
    depths = range(1, max(len(path.parts) for path in paths))
    for depth in depths:
        yield [Path(*path.parts[:-depth]).name for path in paths]
    for depth in depths:
        yield [str(Path(*path.parts[-depth - 1 :])) for path in paths]
