"""Stage 5: metrics, one module per type, each with one `Metric`; models load only on demand."""

import dataclasses
from collections.abc import Mapping
from typing import TypedDict, cast

from gec_attribution.metrics.base import ComposedMetric, Metric, ReferenceMetric
from gec_attribution.plugins.loading import build, load_class
from gec_attribution.plugins.settings import Settings

__all__ = [
    "ComposedMetric",
    "Metric",
    "ReferenceMetric",
    "Settings",
    "load_metric",
    "metric_class",
    "runtime_options",
]


class RuntimeOptions(TypedDict):
    """Options for running the models of a metric; see `Settings`."""

    device: str
    dtype: str
    batch_tokens: int
    max_length: int


def runtime_options(scoring: Mapping[str, object]) -> RuntimeOptions:
    """Options of a configuration's `scoring` that `load_metric` takes."""
    options = {field.name: scoring[field.name] for field in dataclasses.fields(Settings)}
    return cast("RuntimeOptions", options)


def metric_class(name: str, spec: Mapping[str, object]) -> type[Metric]:
    """The class of the metric that a configuration entry describes; no model is loaded.

    Args:
        name: the entry's key under `metrics`.
        spec: the entry.

    Raises:
        ConfigError: an unknown type.
    """
    return load_class(__name__, str(spec["type"]), Metric, f"metrics.{name}.type")


def load_metric(
    name: str,
    spec: Mapping[str, object],
    *,
    device: str = Settings.device,
    dtype: str = Settings.dtype,
    batch_tokens: int = Settings.batch_tokens,
    max_length: int = Settings.max_length,
) -> Metric:
    """The metric that a configuration entry describes, ready to score.

    Args:
        name: the entry's key under `metrics`.
        spec: the entry: `type` names a module of this package, `label` is for figures, the rest
            are options of the metric.
        device: see `Settings`, as are the next three.
        dtype: see `Settings`.
        batch_tokens: see `Settings`.
        max_length: see `Settings`.

    Raises:
        ConfigError: an unknown type or option, or an option left out, naming its key.
        ModelError: a model of the metric is missing or of another kind.
    """
    settings = Settings(device, dtype, batch_tokens, max_length)
    return build(__name__, Metric, f"metrics.{name}", spec, settings)
