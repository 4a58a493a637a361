"""The types that a study's entries name, whether this package or another one brings them."""

from collections.abc import Iterator, Mapping
from typing import Any

from gec_attribution.config.schemas import PACKAGES, known_types
from gec_attribution.plugins.entry_points import installed
from gec_attribution.plugins.loading import modules_of, unknown_type


def unknown_types(config: Mapping[str, Any]) -> Iterator[str]:
    """A line for each entry of a study whose type is neither a module nor an entry point.

    Nothing is imported to find out.

    Args:
        config: a study that was checked.
    """
    for kind, package in PACKAGES.items():
        taken = {*modules_of(package), *installed(package)}
        for name, entry in config[kind].items():
            given = entry.get("type")
            if given is None or given in taken:
                continue
            known = list(dict.fromkeys([*known_types(kind), *installed(package)]))
            if given in known:
                continue
            yield unknown_type(f"{kind}.{name}.type", given, package, known)
