"""Short strings that say what moved a number, as sacreBLEU has them (Post 2018)."""

import hashlib
import json
from collections.abc import Mapping

from gec_attribution import __version__


def format_signature(parts: Mapping[str, object]) -> str:
    """`key:value` pairs in the order given, joined by `|`, ending with this package's version."""
    return "|".join([*(f"{key}:{value}" for key, value in parts.items()), f"v:{__version__}"])


def digest(parts: Mapping[str, object]) -> str:
    """Sixteen hexadecimal digits that identify `parts`, whatever the order of its keys."""
    canonical = json.dumps(parts, sort_keys=True, ensure_ascii=True)
    return hashlib.sha256(canonical.encode()).hexdigest()[:16]
