"""The types that a study's entries name, whether this package or another one brings them."""

import difflib
from collections.abc import Iterator, Mapping
from typing import Any

from gec_attribution.plugins.entry_points import installed
from gec_attribution.plugins.loading import modules_of
from gec_attribution.study.schemas import known_types

# The package that has the types of each kind of entry of a study.
PACKAGES = {
    "systems": "gec_attribution.systems",
    "explainers": "gec_attribution.explanations",
    "metrics": "gec_attribution.metrics",
    "methods": "gec_attribution.attribution",
}


def unknown_types(config: Mapping[str, Any]) -> Iterator[str]:
    """A line for each entry of a study whose type is neither a module nor an entry point.

    Nothing is imported to find out.

    Args:
        config: a study that was checked.
    """
    for kind, package in PACKAGES.items():
        known = [*known_types(kind), *installed(package)]
        taken = {*known, *modules_of(package)}
        for name, entry in config[kind].items():
            given = entry.get("type")
            if given is None or given in taken:
                continue
            close = difflib.get_close_matches(given, known, n=1)
            hint = f"; did you mean {close[0]!r}?" if close else ""
            others = "and those of packages of yours (docs/extending.md)"
            line = f"{kind}.{name}.type: found {given!r}; there are {', '.join(known)}"
            yield f"{line}, {others}{hint}"
