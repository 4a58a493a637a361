"""Finding the attribution method that a configuration entry describes."""

import dataclasses
from collections.abc import Mapping

from gec_attribution.attribution.base import Method
from gec_attribution.errors import ConfigError
from gec_attribution.plugins.loading import class_and_options


def load_method(name: str, spec: Mapping, *, exact_up_to: int, above: str) -> Method:
    """The attribution method that a configuration entry describes.

    Args:
        name: its name in the study.
        spec: the entry: `type`, and options of that type such as `evaluations` or `rescale`.
        exact_up_to: largest number of edits whose 2^N coalitions are all scored.
        above: `sample` or `skip`; what happens to longer sentences.

    Raises:
        ConfigError: the type is unknown, or does not take one of the options or its value.
    """
    if above not in ("sample", "skip"):
        raise ConfigError(f"above: found {above!r}; allowed: sample, skip")
    common = [field.name for field in dataclasses.fields(Method)]
    method, options = class_and_options(
        "gec_attribution.attribution", Method, f"methods.{name}", spec, common
    )
    return method(name=name, exact_up_to=exact_up_to, above=above, **options)
