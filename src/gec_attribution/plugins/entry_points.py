"""Types that other installed packages bring: entry points of the groups `gec_attribution.ROOM`."""

from functools import cache
from importlib.metadata import EntryPoint, entry_points

from gec_attribution.errors import ConfigError


@cache
def installed(group: str) -> dict[str, tuple[EntryPoint, ...]]:
    """The entry points of a group by their names, which are the types; none is loaded."""
    points = entry_points(group=group)
    return {name: tuple(points.select(name=name)) for name in sorted(points.names)}


def entry_point(group: str, name: str) -> EntryPoint | None:
    """The entry point of a type, if there is one.

    Raises:
        ConfigError: several installed packages have one of that name.
    """
    points = {point.value: point for point in installed(group).get(name, ())}
    if len(points) > 1:
        values = ", ".join(sorted(points))
        raise ConfigError(
            f"{name}: several installed packages have this type: {values}"
        )
    return next(iter(points.values()), None)


def is_file(type_name: object) -> bool:
    """Whether a type is a file of one's own, such as `my/metric.py`."""
    return isinstance(type_name, str) and type_name.endswith(".py")
