"""The modules of an experiment, whether it is this package's or brought by another one."""

from importlib import import_module
from types import ModuleType

from gec_attribution.plugins.entry_points import entry_point

GROUP = "gec_attribution.experiments"


def module_of(part: str) -> ModuleType:
    """The package of an experiment, or a module of it, as in `lengths.compute`.

    Raises:
        ConfigError: several installed packages bring an experiment of that name.
    """
    name, *module = part.split(".")
    point = entry_point(GROUP, name)
    package = point.module if point else f"gec_attribution.experiments.{name}"
    return import_module(".".join((package, *module)))
