"""Stage 5: metrics. One module a type, each defining one `Metric`; models load on demand only."""

import dataclasses
import inspect
from collections.abc import Mapping

from gec_attribution.errors import ConfigError, ModelError
from gec_attribution.metrics.base import ComposedMetric, Metric, Settings
from gec_attribution.plugins import load_class

__all__ = ["ComposedMetric", "Metric", "Settings", "load_metric", "runtime_options"]


def runtime_options(scoring: Mapping[str, object]) -> dict[str, object]:
    """Those options of a configuration's `scoring` that `load_metric` takes."""
    return {field.name: scoring[field.name] for field in dataclasses.fields(Settings)}


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
    entry = f"metrics.{name}"
    if "type" not in spec:
        raise ConfigError(f"{entry}: has no `type`; it is needed to find the metric")
    metric_class = load_class(__name__, str(spec["type"]), Metric, f"{entry}.type")
    options = {key: value for key, value in spec.items() if key not in {"type", "label"}}
    parameters = dict(inspect.signature(metric_class).parameters)
    runtime = {}
    if parameters.pop("settings", None):
        runtime["settings"] = Settings(device, dtype, batch_tokens, max_length)
    _check_options(entry, options, parameters)
    try:
        metric = metric_class(**options, **runtime)
    except (ConfigError, ModelError) as error:
        raise type(error)(f"{entry}: {error}") from error
    metric.name = name
    metric.options = options
    return metric


def _check_options(
    entry: str, options: Mapping[str, object], parameters: Mapping[str, inspect.Parameter]
) -> None:
    known = ", ".join(parameters) or "none"
    for option in options:
        if option not in parameters:
            raise ConfigError(f"{entry}.{option}: unknown option; known options: {known}")
    for option, parameter in parameters.items():
        if parameter.default is parameter.empty and option not in options:
            raise ConfigError(f"{entry}.{option}: must be given")
