"""Finding the attribution method that a configuration entry describes."""

import dataclasses
from collections.abc import Mapping

from gec_attribution.attribution.base import Method
from gec_attribution.errors import ConfigError, unknown
from gec_attribution.plugins.loading import load_class


def load_method(name: str, spec: Mapping, *, max_edits: int, above_max_edits: str) -> Method:
    """The attribution method that a configuration entry describes.

    Args:
        name: its name in the study.
        spec: the entry: `type`, and options of that type such as `evaluations` or `rescale`.
        max_edits: largest number of edits whose 2^N coalitions are all scored.
        above_max_edits: `sample` or `skip`; what happens to longer sentences.

    Raises:
        ConfigError: the type is unknown or does not take one of the options.
    """
    key = f"methods.{name}"
    if "type" not in spec:
        raise ConfigError(f"{key}: missing 'type'")
    if above_max_edits not in ("sample", "skip"):
        raise ConfigError(f"above_max_edits: found {above_max_edits!r}; allowed: sample, skip")
    method = load_class("gec_attribution.attribution", spec["type"], Method, f"{key}.type")
    options = {option: value for option, value in spec.items() if option not in ("type", "label")}
    allowed = _options(method)
    strange = sorted(options.keys() - set(allowed))
    if strange:
        raise ConfigError(f"{key}: {unknown('option', strange[0], allowed)}")
    return method(name=name, max_edits=max_edits, above_max_edits=above_max_edits, **options)


def _options(method: type[Method]) -> list[str]:
    common = {field.name for field in dataclasses.fields(Method)}
    return [field.name for field in dataclasses.fields(method) if field.name not in common]
