"""A small study as it is written, and others like it."""

import copy

SMALL = {
    "study": "small",
    "datasets": {"d": {"sources": "d.txt"}},
    "systems": {"s": {"type": "outputs", "files": {"d": "s.txt"}}},
    "metrics": {"ppl": {"type": "perplexity", "model": "m"}},
    "methods": {"shapley": {"type": "shapley"}},
}


def changed(config=SMALL, /, **keys):
    """A copy of a study with other values of some keys, whose names are joined by `__`."""
    config = copy.deepcopy(config)
    for path, value in keys.items():
        *parents, last = path.split("__")
        place = config
        for parent in parents:
            place = place.setdefault(parent, {})
        place[last] = copy.deepcopy(value)
    return config
