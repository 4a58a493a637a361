"""Stage 5: metrics, one module per type, each with one `Metric`; models load only on demand."""

from collections.abc import Mapping
from typing import Any

from gec_attribution.metrics.base import ComposedMetric, Metric, ReferenceMetric
from gec_attribution.plugins.loading import build
from gec_attribution.plugins.settings import Settings

__all__ = ["ComposedMetric", "Metric", "ReferenceMetric", "Settings", "load_metric"]


def load_metric(
    name: str, spec: Mapping[str, object], language: str = "en", **settings: Any
) -> Metric:
    """The metric that a configuration entry describes, ready to score.

    Args:
        name: the entry's key under `metrics`.
        spec: the entry: `type` names a module of this package, `label` is for figures, the rest
            are options of the metric.
        language: code of the language of the texts.
        settings: how models are run: `device`, `dtype`, `batch_tokens`, `max_length` (`Settings`).

    Raises:
        ConfigError: an unknown type or option, or an option left out, naming its key; or a layer, a
            device or a key to a service that is not there.
        ModelError: a model of the metric is missing or of another kind.
    """
    metric = build(__name__, Metric, f"metrics.{name}", spec, Settings(**settings))
    metric.text_language = language
    return metric
