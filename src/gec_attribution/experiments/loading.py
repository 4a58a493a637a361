"""The modules of an experiment, whether it is this package's or brought by another one."""

from importlib import import_module
from types import ModuleType

from gec_attribution.plugins.entry_points import entry_point

LIBRARY = "gec_attribution"
GROUP = f"{LIBRARY}.experiments"


def module_of(part: str) -> ModuleType:
    """The package of an experiment, or a module of it.

    Args:
        part: the experiment's name; of a module also a point and its name: `lengths.compute`; or
            the full name of a module of this package.

    Raises:
        ConfigError: several installed packages bring an experiment of that name.
    """
    name, *module = part.split(".")
    if name == LIBRARY:
        return import_module(part)
    point = entry_point(GROUP, name)
    package = point.module if point else f"{GROUP}.{name}"
    return import_module(".".join((package, *module)))
