"""Finding the class that a configuration's `type` names: one module, one class.

A metric of type `some` is the one `Metric` subclass in `gec_attribution.metrics.some`; a method of
type `shapley` the one `Method` subclass in `gec_attribution.attribution.shapley`. To add one, add a
module. Only modules of this package can be named, so a configuration stays data.
"""

import importlib
import inspect
import pkgutil
from collections.abc import Mapping
from typing import Any

from gec_attribution.errors import ConfigError, ModelError
from gec_attribution.study.places import NOT_OPTIONS
from gec_attribution.study.settings import Settings


def available_types(package: str, base: type) -> list[str]:
    """Names of the modules of `package` that define a concrete subclass of `base`, sorted."""
    folder = importlib.import_module(package).__path__
    names = sorted(module.name for module in pkgutil.iter_modules(folder))
    return [name for name in names if _classes_in(f"{package}.{name}", base)]


def load_class(package: str, type_name: str, base: type, key: str) -> type:
    """The concrete subclass of `base` defined in module `type_name` of `package`.

    Args:
        package: dotted name of the package that has one module per type.
        type_name: the value of a configuration's `type`.
        base: the class to subclass.
        key: the configuration key that named the type, for the error message.

    Raises:
        ConfigError: no such module, or it does not define exactly one such class.
    """
    folder = importlib.import_module(package).__path__
    if type_name not in {module.name for module in pkgutil.iter_modules(folder)}:
        known = ", ".join(available_types(package, base))
        raise ConfigError(f"{key}: unknown type {type_name!r}; known types: {known}")
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

    Args:
        package: dotted name of the package that has one module per type.
        base: the class to subclass.
        key: the entry's key in the configuration, such as `metrics.some`.
        spec: the entry: `type` names the module; the options are what the constructor takes.
        settings: handed to a constructor that takes `settings`.

    Raises:
        ConfigError: an unknown type or option, or an option left out, naming its key.
        ModelError: a model of the entry is missing or of another kind.
    """
    if "type" not in spec:
        raise ConfigError(f"{key}: has no `type`, which names a module of {package}")
    built_class = load_class(package, str(spec["type"]), base, f"{key}.type")
    options = {name: value for name, value in spec.items() if name not in NOT_OPTIONS}
    parameters = dict(inspect.signature(built_class).parameters)
    injected = {"settings": settings} if parameters.pop("settings", None) else {}
    _check_options(key, options, parameters)
    try:
        built = built_class(**options, **injected)
    except (ConfigError, ModelError) as error:
        raise type(error)(f"{key}: {error}") from error
    built.name = key.rpartition(".")[2]
    built.options = options
    return built


def _check_options(
    key: str, options: Mapping[str, object], parameters: Mapping[str, inspect.Parameter]
) -> None:
    known = ", ".join(parameters) or "none"
    for option in options:
        if option not in parameters:
            raise ConfigError(f"{key}.{option}: unknown option; known options: {known}")
    for option, parameter in parameters.items():
        if parameter.default is parameter.empty and option not in options:
            raise ConfigError(f"{key}.{option}: must be given")


def _classes_in(module_name: str, base: type) -> list[type]:
    module = importlib.import_module(module_name)
    return [
        value
        for value in vars(module).values()
        if inspect.isclass(value)
        and issubclass(value, base)
        and value.__module__ == module_name
        and not inspect.isabstract(value)
    ]
