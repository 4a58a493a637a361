"""Edit-level attribution of sentence-level metrics for grammatical error correction."""

from importlib import import_module

# `typing` would take as long to import as all else before the command can be interrupted.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from gec_attribution.attribution.base import Method
    from gec_attribution.attribution.loading import load_method
    from gec_attribution.edits.model import Edit
    from gec_attribution.errors import GecAttributionError
    from gec_attribution.explain.attribute import attribute
    from gec_attribution.explain.explainer import Explainer
    from gec_attribution.explain.loaded_study import get_metric, get_metric_ids
    from gec_attribution.judging.evaluate import (
        evaluate_corrections,
        evaluate_explanations,
    )
    from gec_attribution.metrics import Metric, ReferenceMetric, load_metric
    from gec_attribution.pages.notebook import ExplainedCorrection, ExplainedCorrections

__all__ = [
    "Edit",
    "ExplainedCorrection",
    "ExplainedCorrections",
    "Explainer",
    "GecAttributionError",
    "Method",
    "Metric",
    "ReferenceMetric",
    "__version__",
    "attribute",
    "evaluate_corrections",
    "evaluate_explanations",
    "get_metric",
    "get_metric_ids",
    "load_method",
    "load_metric",
]
__version__ = "0.1.0"

# The module of each name. Names are imported on first use, since scripts do without them.
# Digests of code take a name for its module.
HOMES = {
    "Edit": "edits.model",
    "ExplainedCorrection": "pages.notebook",
    "ExplainedCorrections": "pages.notebook",
    "Explainer": "explain.explainer",
    "GecAttributionError": "errors",
    "Method": "attribution.base",
    "Metric": "metrics.base",
    "ReferenceMetric": "metrics.base",
    "attribute": "explain.attribute",
    "evaluate_corrections": "judging.evaluate",
    "evaluate_explanations": "judging.evaluate",
    "get_metric": "explain.loaded_study",
    "get_metric_ids": "explain.loaded_study",
    "load_method": "attribution.loading",
    "load_metric": "metrics",
}


def __getattr__(name: str) -> object:
    """Import a name of the library when it is asked for."""
    if name in HOMES:
        return getattr(import_module(f"{__name__}.{HOMES[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    """The names of the library, for completion."""
    return sorted({*globals(), *__all__})
