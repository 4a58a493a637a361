"""The types that a study's entries name, whether this package, another one or a file has them."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from gec_attribution.config.places import meant, resolve
from gec_attribution.config.schemas import PACKAGES, known_types
from gec_attribution.plugins.entry_points import installed, is_file
from gec_attribution.plugins.loading import available_types, modules_of, unknown_type

_BASES = {"systems": "System", "explainers": "Explainer", "metrics": "Metric", "methods": "Method"}


def unknown_types(config: Mapping[str, Any], places: Sequence[Path] = ()) -> Iterator[str]:
    """A line for each entry of a study whose type is no module, entry point or file.

    Nothing is imported to find out.

    Args:
        config: a study that was checked.
        places: the folders in which a path is looked for, unless all were found already.
    """
    for kind, package in PACKAGES.items():
        taken = {*modules_of(package), *installed(package)}
        for name, entry in config[kind].items():
            given = entry.get("type")
            if given is None or given in taken:
                continue
            if is_file(given):
                if not Path(resolve(given, places)).is_file():
                    looked_in = ", ".join(map(str, places or [Path.cwd()]))
                    near = meant(given, places or [Path.cwd()])
                    yield f"{kind}.{name}.type: there is no {given} in any of {looked_in}{near}"
                continue
            available = available_types(package, _BASES[kind])
            known = list(dict.fromkeys([*known_types(kind), *available]))
            if given not in known:
                yield unknown_type(f"{kind}.{name}.type", given, package, known)
