"""Annotations of options, by which classes describe them.

An option of a type is a keyword argument of its constructor. Where its annotation has a
description, a study's value is checked against the annotation:

    def __init__(self, *, model: Annotated[str, PathTo(), Field(description="A folder.")]) -> None:

Options with neither a description nor `PathTo` are checked by their names alone. Both a study's
models (`config.entries`) and whoever loads one entry (`plugins.loading`) read these annotations.
"""

import dataclasses
import inspect
import os
import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import Field, TypeAdapter, ValidationError
from pydantic.fields import FieldInfo

from gec_attribution.storage.signatures import names_content


@dataclass(frozen=True)
class PathTo:
    """Mark of an option that is a path, or the id of a model of the hub.

    Attributes:
        commit: the option with the commit of the hub's model; empty if the option is only a path.
        absent: how to get a file that is missing.
        of_runs: whether a study may list one path for each run.
        must_exist: whether a path that leads nowhere is an error by itself.
        if_path_like: whether the option is a path only if its text looks like one.
        literal: a value that is no path.
        suffix: how a path ends; other texts are none.
    """

    commit: str = ""
    absent: str = ""
    of_runs: bool = False
    must_exist: bool = True
    if_path_like: bool = False
    literal: str = ""
    suffix: str = ""

    def may_be(self, text: str) -> bool:
        """Whether a text of the option is a path."""
        return text != self.literal and text.endswith(self.suffix)


@dataclass(frozen=True)
class EntryOf:
    """Mark of an option that is an entry of a study itself, of its `methods` or `metrics`."""

    kind: str


HubModel = Annotated[str, PathTo(commit="revision")]
"""Folder of a model, or its id on the hub with the option `revision`."""
LanguageModel = Annotated[
    HubModel, Field(description="Folder or hub id of a causal language model.")
]
Commit = Annotated[
    str | None,
    Field(
        description="Commit of the hub model; null takes that of the first run's day."
    ),
]
MostRequests = Annotated[
    int | None,
    Field(
        ge=0,
        description="Most requests of a job to the service, beside kept answers; null sets no "
        "bound.",
    ),
]
ServiceModel = Annotated[
    str, Field(description="Name that the service knows the model by.")
]


def options_of(plugin: type, excluded: Collection[str]) -> dict[str, tuple[Any, Any]]:
    """Options of a class: the annotation and the default of each, `...` where there is none.

    An annotation without a description and without `PathTo` stands as `Any`. Parameters of the
    constructor that no study gives are excluded.
    """
    fields = dataclasses.fields(plugin) if dataclasses.is_dataclass(plugin) else ()
    made: dict[str, Any] = {field.name: field.default_factory for field in fields}
    options = {}
    for name, parameter in inspect.signature(plugin).parameters.items():
        is_variable = parameter.kind in {
            parameter.VAR_POSITIONAL,
            parameter.VAR_KEYWORD,
        }
        if is_variable or name in {"settings", *excluded}:
            continue
        default = ... if parameter.default is parameter.empty else parameter.default
        if made.get(name, dataclasses.MISSING) is not dataclasses.MISSING:
            default = made[name]()
        is_described = any(
            isinstance(part, PathTo)
            or (isinstance(part, FieldInfo) and part.description)
            for part in getattr(parameter.annotation, "__metadata__", ())
        )
        options[name] = (parameter.annotation if is_described else Any, default)
    return options


def files_by_default(plugin: type) -> dict[str, str]:
    """The options of a class whose defaults name a file or folder, with these defaults."""
    files = {}
    for name, (_, default) in options_of(plugin, ()).items():
        if isinstance(default, str | os.PathLike) and names_content(os.fspath(default)):
            files[name] = os.fspath(default)
    return files


def mistake_in(value: object, annotation: Any) -> str:
    """Text about a value that its annotation does not allow; empty for any other."""
    # A library's user may give a path as such.
    plain = os.fspath(value) if isinstance(value, os.PathLike) else value
    try:
        TypeAdapter(annotation).validate_python(plain, strict=True)
    except ValidationError as error:
        return text_of(error.errors()[0])
    return ""


_WORDS = {
    r"^\w+ should": "it must",
    "a valid dictionary.*": "a mapping",
    "greater than or equal to": "at least",
    "less than or equal to": "at most",
}
"""Phrases of pydantic, and ours for them."""


def text_of(mistake: Mapping[str, Any]) -> str:
    """Text of a mistake that pydantic found."""
    if mistake["type"] == "value_error":
        return str(mistake["ctx"]["error"])
    text = mistake["msg"]
    for phrase, ours in _WORDS.items():
        text = re.sub(phrase, ours, text)
    return f"found {brief(mistake['input'])}; {text}"


def brief(value: object) -> str:
    """A value as an error quotes it."""
    text = repr(value)
    if len(text) <= 80:
        return text
    return f"{text[:77]}..."
