"""Digests of code: what a script computes changes with the modules of this package it imports.

A module counts by its syntax tree, without docstrings and annotations, which state options: a
comment, another line break or another word of config/README.md changes no digest. Its
imports are read from that tree, so nothing is imported to compute a digest. If it reads data of its
package, the files of data beside it count too, byte by byte. Of a type of one's own, every file of
its package or folder counts (`own_files`).
"""

import ast
import hashlib
import importlib.util
import inspect
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from threading import Lock
from typing import NamedTuple

from gec_attribution import HOMES
from gec_attribution.errors import ConfigError
from gec_attribution.plugins.entry_points import installed, is_file
from gec_attribution.storage.caches import content_of
from gec_attribution.storage.files import files_in

# The folder of this package, and the module by which a room loads its modules by name.
FOLDER = Path(__file__).parents[1]
PLUGINS = FOLDER / "plugins" / "loading.py"
# The room of declarations: captions, options, titles.
DECLARED = "experiments"
# Rooms and modules that compute no score and no correction.
SERVING = frozenset(("errors", "plugins", "storage", "config"))
# Python 3.11 may fail where two threads parse at once (github.com/python/cpython/issues/106905).
_PARSING = Lock()


class Module(NamedTuple):
    """Facts about one file of code that its digest needs.

    Attributes:
        digest: digest of its syntax tree.
        imports: the files of this package that importing it runs, wherever the import stands.
        loads: the folders of this package from which it imports modules by name.
        names: of such modules, those that it names itself, by `{"type": …}`.
        reads_data: whether it reads files of its package that are no code.
    """

    digest: bytes
    imports: frozenset[Path]
    loads: frozenset[Path]
    names: frozenset[str]
    reads_data: bool


def code_digest(
    path: str | Path, names: Iterable[str] = (), *, without: Iterable[str] = ()
) -> str:
    """Digest of a file of code and of the modules that it imports: sixteen hexadecimal digits.

    Args:
        path: a script, or a module.
        names: modules that it is told to import by name, such as the `type` of a metric; other
            names are ignored.
        without: rooms of this package, by name, that are left out.

    Raises:
        SyntaxError: a file is not Python.
    """
    path = Path(path).resolve()
    return _whole(_digests({path: _place(path)}, names, without))


def _whole(digests: Iterable[tuple[str, bytes]]) -> str:
    """One digest of the places and digests of files."""
    whole = hashlib.sha256()
    for place, digest in digests:
        whole.update(place.encode() + b"\0" + digest)
    return whole.hexdigest()[:16]


def file_digests(
    path: str | Path, names: Iterable[str] = (), *, without: Iterable[str] = ()
) -> dict[str, bytes]:
    """Digest of each file that `code_digest` covers, by its place in its package."""
    path = Path(path).resolve()
    return dict(_digests({path: _place(path)}, names, without))


def _digests(
    files: Mapping[Path, str], names: Iterable[str], without: Iterable[str]
) -> list[tuple[str, bytes]]:
    """Place and digest of each file, of all that they import, and of the types named in them."""
    names = set(names)
    without = frozenset(without)
    places = dict(files)
    digests: dict[Path, bytes] = {}
    folders: set[Path] = set()
    pending = set(files)
    while pending:
        file = pending.pop()
        found: dict[Path, str] = {}
        module = _module(file)
        if module:
            # Data of the serving rooms, such as schemas, are among the parameters.
            has_data = module.reads_data and _room(file) not in {*SERVING, ""}
            digests[file] = module.digest + (_data_beside(file) if has_data else b"")
            names |= module.names
            folders |= module.loads
            found |= {imported: _place(imported) for imported in module.imports}
        # A file of a folder may be gone since the folder was listed.
        elif file.is_file():
            digests[file] = content_of(file).encode()
        if not pending:
            for folder in folders:
                for name in names:
                    found |= _type(folder, name)
        places |= found
        pending |= {
            file for file in found if file not in digests and _room(file) not in without
        }
    return sorted((places[file], digest) for file, digest in digests.items())


def _module(file: Path) -> Module | None:
    """Facts about a file of code; None for data, and for a file of others that is not Python."""
    if file.suffix != ".py":
        return None
    try:
        return _read(file, file.stat().st_mtime_ns)
    except (SyntaxError, ValueError):
        if _room(file):
            raise
        return None


def names_in(value: object) -> Iterator[str]:
    """Names of types and languages in entries of a study, however deep."""
    match value:
        case Mapping():
            named = (value.get(key) for key in ("type", "language"))
            yield from (name for name in named if isinstance(name, str))
            yield from names_in([*value.values()])
        case [*items]:
            for item in items:
                yield from names_in(item)


def class_digest(plugin: type) -> str:
    """The digest of the code of a metric, system or other type.

    It covers its module and the computing modules of this package that it imports; of a type of
    one's own, all of `own_files`.

    Raises:
        ConfigError: the class is not defined in a file.
    """
    try:
        # The place of a program that is piped to Python is no file.
        path = Path(inspect.getfile(plugin)).resolve(strict=True)
    except (TypeError, OSError):
        raise ConfigError(
            f"{plugin.__name__}: is not defined in a file, so a change of it cannot be noticed; "
            "write it in a module"
        ) from None
    if _room(path):
        return code_digest(path, without=SERVING)
    return own_digest(path, plugin.__module__)


def own_digest(path: Path, module: str) -> str:
    """The digest of the code of a module from elsewhere; arguments as in `own_files`."""
    return _whole(_digests(own_files(path, module), (), SERVING))


def own_files(path: Path, module: str) -> dict[Path, str]:
    """All files that count as code of a module from elsewhere, each with its place among them.

    They are all files of its outermost package, those of folders in it, too; hidden ones and those
    of `__pycache__` are left out. Of a module in no package, the file alone counts. Results lie in
    the folder from which a command runs; if the package is that folder, the folders in it without
    any Python file do not count.

    Args:
        path: the module's file.
        module: its dotted name, which says how deep in its package it is.
    """
    depth = module.count(".") + (path.name == "__init__.py")
    if depth == 0:
        return {path: path.name}
    top = path.parents[depth - 1]
    files: list[Path] = []
    for entry in filter(_counts, sorted(top.iterdir())):
        if entry.is_file():
            files.append(entry)
        elif not Path.cwd().is_relative_to(top) or _has_code(entry):
            files += files_in(entry)
    places: dict[Path, str] = {}
    for file in files:
        place = file.relative_to(top)
        if all(map(_counts, [place, *place.parents])):
            places[file] = place.as_posix()
    return places


def _counts(path: Path) -> bool:
    """Whether a file or folder is neither hidden nor made by Python."""
    is_made = path.name == "__pycache__" or path.suffix == ".pyc"
    return not is_made and not path.name.startswith(".")


def _has_code(folder: Path) -> bool:
    """Whether a folder has Python files and is no environment of installed packages."""
    return not (folder / "pyvenv.cfg").exists() and any(folder.rglob("*.py"))


@cache
def _read(path: Path, changed: int) -> Module:
    """One file of code; `changed` is its time, so that a changed file is read again."""
    del changed
    with _PARSING:
        tree = ast.parse(path.read_bytes(), str(path))
    imports: set[Path] = set()
    loads: set[Path] = set()
    names: set[str] = set()
    reads_data = False
    for node in _running(tree):
        imports.update(_imported(node, path))
        loads.update(_folder(node))
        names.update(_types(node))
        reads_data = reads_data or _reads_data(node)
    if PLUGINS in imports:
        loads.add(path.parent)
    digest = hashlib.sha256(
        repr(_plain(tree)).encode("utf-8", "surrogatepass")
    ).digest()
    return Module(
        digest,
        frozenset(imports - {path}),
        frozenset(loads),
        frozenset(names),
        reads_data,
    )


def _reads_data(node: ast.AST) -> bool:
    """Whether code looks for files beside itself."""
    match node:
        case ast.Attribute(ast.Name("resources"), "files") | ast.Name(
            "PackageLoader" | "__file__"
        ):
            return True
    return False


def _data_beside(module: Path) -> bytes:
    """A digest of the data in a module's folder, and in folders of it that are no packages."""
    whole = hashlib.sha256()
    for file in sorted(_data_in(module.parent)):
        name = file.relative_to(module.parent).as_posix().encode()
        whole.update(name + b"\0" + hashlib.sha256(file.read_bytes()).digest())
    return whole.digest()


def _data_in(folder: Path) -> Iterator[Path]:
    for path in folder.iterdir():
        if (
            path.is_dir()
            and path.name != "__pycache__"
            and not (path / "__init__.py").exists()
        ):
            yield from _data_in(path)
        elif path.is_file() and path.suffix not in {".py", ".pyc"}:
            yield path


def _running(node: ast.AST) -> Iterator[ast.AST]:
    """The nodes of a tree, except those only for type checkers or readers."""
    yield node
    for child in ast.iter_child_nodes(node):
        typing = (
            isinstance(child, ast.If) and ast.unparse(child.test) == "TYPE_CHECKING"
        )
        if not (typing or _is_documentation(child)):
            yield from _running(child)


def _plain(value: object) -> object:
    """A syntax tree as tuples, without positions, docstrings, annotations and empty fields."""
    if isinstance(value, ast.AST):
        fields = [
            (name, _plain(child))
            for name, child in ast.iter_fields(value)
            if name not in {"annotation", "returns"}
        ]
        return (
            type(value).__name__,
            *(pair for pair in fields if pair[1] not in (None, [])),
        )
    if isinstance(value, list):
        return [_plain(child) for child in value if not _is_documentation(child)]
    return value


def _is_documentation(node: object) -> bool:
    """Whether a statement is a docstring, or serves annotations of options (`plugins.options`)."""
    match node:
        case ast.Expr(ast.Constant(str())):
            return True
        case ast.ImportFrom(str(module)):
            return module.startswith(FOLDER.name) and module.endswith(".options")
    return False


def _imported(node: ast.AST, path: Path) -> Iterator[Path]:
    """The files of this package that an import statement of `path` runs."""
    if isinstance(node, ast.Import):
        for alias in node.names:
            yield from _files(alias.name.split("."))
    elif isinstance(node, ast.ImportFrom):
        parts = node.module.split(".") if node.module else []
        if node.level and path.is_relative_to(FOLDER):
            parts = [*path.relative_to(FOLDER.parent).parts[: -node.level], *parts]
        for alias in node.names:
            yield from _files([*parts, alias.name])


def _files(parts: list[str]) -> Iterator[Path]:
    """The files that importing a dotted name runs: its packages, and the module that it is in."""
    if len(parts) == 2 and parts[0] == FOLDER.name and parts[1] in HOMES:
        parts = [parts[0], *HOMES[parts[1]].split("."), parts[1]]
    if parts[:1] == [FOLDER.name]:
        files = []
        for end in range(2, len(parts) + 1):
            for file in _file(FOLDER, *parts[1:end]):
                # Declarations move no number by themselves; options that do are parameters.
                is_declaration = (
                    file.parents[1].name == DECLARED and file.name == "__init__.py"
                )
                if not is_declaration:
                    files.append(file)
        # The package's own `__init__` holds its version, which counts where it is imported.
        yield from files or _file(FOLDER)


def _file(folder: Path, *names: str) -> Iterator[Path]:
    """The file of a module or package below a folder; none if it is neither."""
    module = folder.joinpath(*names)
    for file in (module.with_name(f"{module.name}.py"), module / "__init__.py"):
        if all(map(str.isidentifier, names)) and file.is_file():
            yield file


def _type(folder: Path, name: str) -> dict[Path, str]:
    """The files of a type, or of a module of one, with their places: of this package, or others."""
    if is_file(name):
        file = Path(name).resolve()
        if file.is_file():
            return own_files(file, in_folder(file))
        return {}
    module, *rest = name.split(".")
    files = {file: _place(file) for file in _file(folder, module, *rest)}
    if files or FOLDER not in folder.parents:
        return files
    group = ".".join(folder.relative_to(FOLDER.parent).parts)
    for point in installed(group).get(module, ()):
        dotted = ".".join([point.module, *rest])
        spec = importlib.util.find_spec(dotted)
        if spec and spec.origin:
            files |= own_files(Path(spec.origin), dotted)
    return files


def in_folder(file: Path) -> str:
    """The dotted name of a file as a module of its folder."""
    return f"{file.parent.name}.{file.stem}"


def _folder(node: ast.AST) -> Iterator[Path]:
    """The folder that an f-string such as `gec_attribution.figures.{name}` is about."""
    match node:
        case ast.JoinedStr([ast.Constant(str(start)), ast.FormattedValue()]):
            package, *parts = start.split(".")
            if package == FOLDER.name and parts[-1:] == [""]:
                yield FOLDER.joinpath(*parts[:-1])


def _types(node: ast.AST) -> Iterator[str]:
    """The names that a dictionary in the code has under `type`."""
    if isinstance(node, ast.Dict):
        for key, value in zip(node.keys, node.values, strict=True):
            match key, value:
                case ast.Constant("type"), ast.Constant(str(name)):
                    yield name


@cache
def _room(file: Path) -> str:
    """The room of this package that a file is in; empty where it is in none."""
    if not file.is_relative_to(FOLDER):
        return ""
    return file.relative_to(FOLDER).parts[0].removesuffix(".py")


def _place(file: Path) -> str:
    """The place of a file in its package."""
    if file.is_relative_to(FOLDER):
        return file.relative_to(FOLDER).as_posix()
    return file.name
