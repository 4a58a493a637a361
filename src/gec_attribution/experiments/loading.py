"""The modules of an experiment, whether it is this package's or brought by another one."""

from importlib import import_module
from types import ModuleType

from gec_attribution.errors import ConfigError
from gec_attribution.plugins.entry_points import entry_point

GROUP = "gec_attribution.experiments"


def package_of(name: str) -> str:
    """The dotted name of the package of an experiment.

    Raises:
        ConfigError: several installed packages bring an experiment of that name.
    """
    point = entry_point(GROUP, name)
    return point.module if point else f"{GROUP}.{name}"


def module_of(part: str) -> ModuleType:
    """A module of an experiment.

    Args:
        part: the experiment's name, a point, and the module's: `bias.compute`.
    """
    name, _, module = part.partition(".")
    if point := entry_point(GROUP, name):
        return import_module(f"{point.module}.{module}")
    return import_module(f"gec_attribution.experiments.{part}")


def declaration_of(name: str) -> object:
    """What the package of an experiment declares as `EXPERIMENT`.

    Raises:
        ConfigError: it declares nothing.
    """
    package = import_module(package_of(name))
    try:
        return package.EXPERIMENT
    except AttributeError:
        raise ConfigError(
            f"evaluation.{name}: {package.__name__} declares no experiment; it needs "
            "EXPERIMENT = Experiment(…)"
        ) from None
