"""Finding the class that a configuration's `type` names: one module, one class.

A metric of type `some` is the one `Metric` subclass in `gec_attribution.metrics.some`; a method of
type `shapley` the one `Method` subclass in `gec_attribution.attribution.shapley`. To add one, add a
module; or, in a package of one's own, an entry point of the group `gec_attribution.metrics` (or
`systems`, `attribution`, `languages`, `explanations`): its name is the type, its object the class.
Of metrics, the path of a file of one's own is a type, too; its code runs then.
"""

import hashlib
import importlib
import importlib.util
import inspect
import pkgutil
import sys
from collections.abc import Collection, Mapping
from functools import cache
from importlib.abc import Loader
from importlib.metadata import EntryPoint
from pathlib import Path
from types import ModuleType
from typing import Any

from gec_attribution.errors import ConfigError, ModelError, PackageError, unknown
from gec_attribution.plugins.code import in_folder, own_digest
from gec_attribution.plugins.entry_points import entry_point, installed, is_file
from gec_attribution.plugins.options import files_by_default, mistake_in, options_of
from gec_attribution.plugins.settings import Settings

# The package whose types may be files of the user.
FILES = "gec_attribution.metrics"
# The keys of an entry that are not options of its class.
NOT_OPTIONS = frozenset(
    (
        "type",
        "label",
        "languages",
        "datasets",
        "after",
        "corrections",
        "runs",
        "published",
    )
)


def available_types(package: str, base: type) -> list[str]:
    """The types of `package`, sorted: its modules that define a `base`, and entry points."""
    modules = [
        name for name in modules_of(package) if _defines(f"{package}.{name}", base)
    ]
    return sorted({*modules, *installed(package)})


def load_class(package: str, type_name: str, base: type, key: str) -> type:
    """The concrete subclass of `base` defined in module `type_name` of `package`.

    The group of entry points with other types has the name of the package. Errors begin with the
    configuration's key.

    Raises:
        ConfigError: no such module, entry point or file, or it does not define exactly one such
            class.
    """
    if is_file(type_name):
        return _class_in_file(Path(type_name), base, key)
    if type_name not in modules_of(package):
        point = entry_point(package, type_name)
        if point:
            return _class_of(point, base, key)
        advice = f"a type of your own is an entry point of the group {package} (docs/extending.md)"
        advice += ", or the path of a .py file" if package == FILES else ""
        types = available_types(package, base)
        raise ConfigError(f"{key}: {unknown('type', type_name, types, advice)}")
    classes = _classes_in(f"{package}.{type_name}", base)
    if len(classes) != 1:
        raise ConfigError(
            f"{key}: module {package}.{type_name} must define one {base.__name__}, "
            f"it defines {len(classes)}"
        )
    return classes[0]


def build(
    package: str, base: type, key: str, spec: Mapping[str, object], settings: Settings
) -> Any:
    """The object that a configuration entry describes, with its `name` and `options` set.

    Its `type` names a module of the package; the other options are what the constructor takes,
    which is handed the settings if it takes `settings`. Errors begin with the entry's key.

    Raises:
        ConfigError: as `class_and_options`.
        ModelError: a model of the entry is missing or of another kind.
    """
    built_class, options = class_and_options(package, base, key, spec)
    arguments = dict(options)
    if "settings" in inspect.signature(built_class).parameters:
        arguments["settings"] = settings
    try:
        built = built_class(**arguments)
    except (ConfigError, ModelError, PackageError) as error:
        raise type(error)(f"{key}: {error}") from error
    built.name = key.rpartition(".")[2]
    built.options = files_by_default(built_class) | options
    return built


def class_and_options(
    package: str,
    base: type,
    key: str,
    spec: Mapping[str, object],
    excluded: Collection[str] = (),
) -> tuple[type, dict[str, object]]:
    """The class that an entry names by its `type`, and the options for its constructor.

    Parameters of the constructor that no entry gives are excluded.

    Raises:
        ConfigError: an unknown type or option, an option left out, or a value that an option cannot
            have, naming its key.
    """
    if "type" not in spec:
        raise ConfigError(f"{key}: has no `type`, which names a module of {package}")
    named_class = load_class(package, str(spec["type"]), base, f"{key}.type")
    known = options_of(named_class, excluded)
    options = {name: value for name, value in spec.items() if name not in NOT_OPTIONS}
    for name, value in options.items():
        if name not in known:
            raise ConfigError(f"{key}: {unknown('option', name, known)}")
        annotation, _ = known[name]
        mistake = mistake_in(value, annotation)
        if mistake:
            raise ConfigError(f"{key}.{name}: {mistake}")
    for name, (_, default) in known.items():
        if default is ... and name not in options:
            raise ConfigError(f"{key}.{name}: must be given")
    return named_class, options


def modules_of(package: str) -> list[str]:
    """The names of a package's modules, sorted."""
    folders = importlib.import_module(package).__path__
    return sorted(module.name for module in pkgutil.iter_modules(folders))


def _defines(module: str, base: type) -> bool:
    """Whether a module defines a class of a type; one that cannot be imported defines none."""
    try:
        return len(_classes_in(module, base)) == 1
    except ImportError:
        return False


def _class_of(point: EntryPoint, base: type, key: str) -> type:
    """The class that an entry point names."""
    loaded = point.load()
    if (
        inspect.isclass(loaded)
        and issubclass(loaded, base)
        and not inspect.isabstract(loaded)
    ):
        return loaded
    raise ConfigError(
        f"{key}: the entry point {point.name} of {point.group} is {point.value}, which is no "
        f"{base.__name__} with all its methods"
    )


def _class_in_file(file: Path, base: type, key: str) -> type:
    """The class of a file of one's own, whose code runs."""
    example = f"class {file.stem.title().replace('_', '')}({base.__name__})"
    if not file.is_file():
        raise ConfigError(f"{key}: there is no file {file}; it would have a {example}")
    try:
        place = file.resolve()
        classes = _classes_in(_run(place, own_digest(place, in_folder(place))), base)
    except (ImportError, SyntaxError) as error:
        name = getattr(error, "name", None)
        beside = bool(name) and file.with_name(f"{name}.py").is_file()
        advice = (
            f"; a file beside it is imported by `from . import {name}`"
            if beside
            else ""
        )
        raise ConfigError(
            f"{key}: {file} cannot be imported: {error}{advice}"
        ) from error
    if len(classes) != 1:
        raise ConfigError(
            f"{key}: {file} must define one {base.__name__} with all its methods, as in "
            f"`{example}`; it defines {len(classes)} (docs/extending.md)"
        )
    return classes[0]


@cache
def _run(file: Path, digest: str) -> str:
    """Name of the module that a file is run as; with another digest of its code it runs again."""
    package = hashlib.sha256(f"{file}:{digest}".encode()).hexdigest()[:16]
    # Files beside it are modules and data of the same package.
    folder = [str(file.parent)]
    _prepared(package, file.with_name("__init__.py"), folder)
    name = f"{package}.{file.stem}"
    # `inspect` looks for the file of a class in `sys.modules`.
    loader, module = _prepared(name, file)
    try:
        loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise
    return name


def _prepared(
    name: str, file: Path, folder: list[str] | None = None
) -> tuple[Loader, ModuleType]:
    """A module that has not run yet, among those of Python, and its loader."""
    spec = importlib.util.spec_from_file_location(
        name, file, submodule_search_locations=folder
    )
    if spec is None or spec.loader is None:
        raise ImportError(f"{file} is no module")
    module = sys.modules[name] = importlib.util.module_from_spec(spec)
    return spec.loader, module


def _classes_in(module_name: str, base: type) -> list[type]:
    module = sys.modules.get(module_name) or importlib.import_module(module_name)
    return [
        value
        for value in vars(module).values()
        if inspect.isclass(value)
        and issubclass(value, base)
        and value.__module__ == module_name
        and not inspect.isabstract(value)
    ]
