"""Edit-level attribution of sentence-level metrics for grammatical error correction."""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gec_attribution.explain.attribute import attribute
    from gec_attribution.explain.explainer import Explainer

__all__ = ["Explainer", "__version__", "attribute"]
__version__ = "0.1.0"

# Where each name is. They are imported when they are asked for, since scripts do without them.
_HOMES = {"Explainer": "explain.explainer", "attribute": "explain.attribute"}


def __getattr__(name: str) -> object:
    """Import a name of the library when it is asked for."""
    if name in _HOMES:
        return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    """The names of the library, for completion."""
    return sorted({*globals(), *__all__})
