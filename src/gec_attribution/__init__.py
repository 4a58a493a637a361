"""Edit-level attribution of sentence-level metrics for grammatical error correction."""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gec_attribution.explain import Explainer

__all__ = ["Explainer", "__version__"]
__version__ = "0.1.0"


def __getattr__(name: str) -> object:
    """Import the library's front door when it is asked for, since scripts do without it."""
    if name == "Explainer":
        return getattr(import_module(f"{__name__}.explain"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
