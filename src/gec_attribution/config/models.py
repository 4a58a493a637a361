"""Base of a study's models, and its errors in sentences for people."""

import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Any, ClassVar, NamedTuple, NoReturn, Self, TypeVar

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    GetJsonSchemaHandler,
    ModelWrapValidatorHandler,
    ValidationError,
    ValidationInfo,
    WrapValidator,
    model_validator,
)
from pydantic.json_schema import JsonSchemaValue

from gec_attribution.config.places import resolve
from gec_attribution.errors import ConfigError, unknown
from gec_attribution.plugins.options import PathTo, brief, text_of
from gec_attribution.storage.signatures import may_be_path

NAME = "^[A-Za-z0-9][A-Za-z0-9_-]*$"


Problem = tuple[str, str]
"""The key of a mistake, and its text."""


class Reading(NamedTuple):
    """Surroundings of a part of a study while it is read.

    Attributes:
        study: the values of the whole study; None for a part by itself, which may name any entry.
        places: the folders to look for files in, of `places_of`; without any, paths stay as they
            are written.
        within: a folder; paths in it are written relative to it, all others are absolute.
        commits: commits of the hub's models that have no revision, by id.
    """

    study: Mapping[str, Any] | None = None
    places: Sequence[Path] = ()
    within: Path | None = None
    commits: Mapping[str, str] = MappingProxyType({})

    def entries(self, kind: str) -> Mapping[str, Any] | None:
        """The entries of the study of one kind; None where any name is allowed."""
        entries = None if self.study is None else self.study.get(kind) or {}
        if isinstance(entries, Mapping):
            return entries
        return None

    def find(self, path: str) -> str:
        """Location of a file; the path as it is written if the file is in none of the places."""
        if self.places:
            return resolve(path, self.places, self.within)
        return path

    def located(self, value: object, mark: PathTo | None) -> object:
        """A value with the place of each path in it; without the mark of its key it has none."""
        match value:
            case Mapping() if mark:
                return {name: self.located(item, mark) for name, item in value.items()}
            case list() if mark:
                return [self.located(item, mark) for item in value]
            case str() if mark and mark.may_be(value):
                found = self.find(value)
                if not mark.must_exist:
                    return found
                if mark.if_path_like and not may_be_path(value):
                    return found if os.path.isfile(found) else value  # noqa: PTH113
                # A slash marks the text as a folder.
                is_bare_folder = "/" not in found and os.path.isdir(found)  # noqa: PTH112
                return f"./{found}" if is_bare_folder else found
        return value


_ALONE = Reading()


class MistakeError(ValueError):
    """Mistakes in a part of a study.

    Args:
        found: the key of each within that part, empty for the part itself, and its text.
    """

    def __init__(self, found: Iterable[tuple[str, str]]) -> None:
        self.found = tuple(found)
        super().__init__("; ".join(text for _, text in self.found))


def refuse(text: str, key: str = "") -> NoReturn:
    """Raise a mistake of a part of a study."""
    raise MistakeError([(key, text)])


class Model(BaseModel):
    """A part of a study: frozen, without further keys and without conversions of values.

    Attributes:
        ways: the ways to write it, each by the keys that it needs, if there are several.
        registered_keys: takes nothing, gives the keys that the registry has, by `registered`.
        renamed: keys that studies had before, and the present name of each.
        short: the key that a text in place of a mapping stands for.
        guessed: keys whose texts may be paths.
    """

    model_config = ConfigDict(
        frozen=True,
        extra="forbid",
        strict=True,
        allow_inf_nan=False,
        protected_namespaces=(),
    )
    ways: ClassVar[tuple[tuple[str, ...], ...]] = ()
    registered_keys: ClassVar[
        Callable[[], Mapping[str, Mapping[str, object]]] | None
    ] = None
    renamed: ClassVar[Mapping[str, str]] = {}
    short: ClassVar[str] = ""
    guessed: ClassVar[frozenset[str]] = frozenset()

    @classmethod
    def model_of(cls, value: Mapping[str, object], reading: Reading) -> type[Self]:
        """The model of a mapping: this one, or a more special one."""
        del value, reading
        return cls

    @classmethod
    def complete(cls, value: Mapping[str, Any], reading: Reading) -> Mapping[str, Any]:
        """The mapping with the keys that the registry has for it."""
        del reading
        if cls.registered_keys is None or "registered" not in value:
            return value
        name = value["registered"]
        registered = cls.registered_keys()
        if name not in list(registered):
            refuse(unknown("name", name, registered), "registered")
        return {**registered[name], **value}

    @classmethod
    def keys(cls) -> list[str]:
        """Keys that a study may give."""
        return list(cls.model_fields)

    @model_validator(mode="wrap")
    @classmethod
    def _read(
        cls, value: Any, handler: ModelWrapValidatorHandler[Self], info: ValidationInfo
    ) -> Self:
        """Read a mapping by its own model, and name its unknown keys beside all other mistakes."""
        if cls.short and isinstance(value, str):
            value = {cls.short: value}
        if not isinstance(value, Mapping):
            if cls.short:
                refuse(f"found {brief(value)}; it must be a {cls.short}, or a mapping")
            return handler(value)
        reading = info.context or _ALONE
        model = cls.model_of(value, reading)
        if model is not cls:
            return model.model_validate(value, context=reading)
        keys = cls.keys()
        any_key = cls.model_config["extra"] == "allow"
        extra = [key for key in value if not any_key and key not in keys]
        texts = [cls._unknown_key(key) for key in extra]
        mistakes: list[Any] = []
        if cls.ways and sum(value.keys() >= {*way} for way in cls.ways) != 1:
            ways = "; ".join(" and ".join(way) for way in cls.ways)
            texts.insert(0, f"needs exactly one of: {ways}; found {brief(value)}")
        else:
            try:
                complete = {
                    key: reading.located(item, cls.mark(key))
                    for key, item in cls.complete(value, reading).items()
                    if key not in extra
                }
                read = handler(complete)
            except ValidationError as error:
                mistakes = [
                    {**detail, "ctx": detail.get("ctx", {})}
                    for detail in error.errors()
                ]
        if texts:
            mistake = MistakeError(("", text) for text in texts)
            mistakes.append(
                {"type": "value_error", "ctx": {"error": mistake}, "input": value}
            )
        if mistakes:
            raise ValidationError.from_exception_data(cls.__name__, mistakes)
        return read

    @classmethod
    def _unknown_key(cls, key: str) -> str:
        """Error text for a key that the model does not have."""
        if key in cls.renamed:
            return f"unknown key {key!r}; it is called {cls.renamed[key]} now"
        return unknown("key", key, cls.keys())

    @classmethod
    def __get_pydantic_json_schema__(
        cls, core_schema: Any, handler: GetJsonSchemaHandler
    ) -> JsonSchemaValue:
        """The schema of the values in a file, before the registry completes them."""
        reference = handler(core_schema)
        schema = handler.resolve_ref_schema(reference)
        keys = cls.keys()
        schema["properties"] = {key: schema["properties"][key] for key in keys}
        if cls.ways:
            optional = {key for way in cls.ways for key in way}
            schema["required"] = [
                key for key in schema.get("required", ()) if key not in optional
            ]
            schema["oneOf"] = [{"required": list(way)} for way in cls.ways]
        if cls.short:
            return {"anyOf": [{"type": "string"}, reference]}
        return reference

    @classmethod
    def mark(cls, name: str) -> PathTo | None:
        """The mark of a key that is a path."""
        if name in cls.guessed or name not in cls.model_fields:
            return PathTo(if_path_like=True)
        marks = (
            part for part in cls.model_fields[name].metadata if isinstance(part, PathTo)
        )
        return next(marks, None)

    def written(self) -> dict[str, object]:
        """The keys that a study gives, and the value of each."""
        names = [
            name for name in type(self).model_fields if name in self.model_fields_set
        ]
        return {name: getattr(self, name) for name in names} | (self.model_extra or {})


def name_in(kind: str, *besides: str, components: bool = False) -> AfterValidator:
    """Mark of a text that names an entry of the study, or is one of some other names.

    Args:
        kind: `datasets`, `systems`, `explainers`, `metrics` or `methods`.
        besides: the other names.
        components: whether the name may end with a point and a component.
    """

    def check(name: str, info: ValidationInfo) -> str:
        names = (info.context or _ALONE).entries(kind)
        whole = name.partition(".")[0] if components else name
        if names is not None and whole not in {*names, *besides}:
            raise ValueError(unknown(kind.removesuffix("s"), whole, names))
        return name

    return AfterValidator(check)


def otherwise(
    text: str, suggestion: Callable[[str], str] = lambda _: ""
) -> WrapValidator:
    """Another text for whatever is wrong with a value: the allowed ones.

    `suggestion` may add something to it about a text that was found.
    """

    def validate(value: Any, handler: Callable[[Any], Any]) -> Any:
        try:
            return handler(value)
        except ValidationError:
            added = suggestion(value) if isinstance(value, str) else ""
            raise ValueError(f"found {brief(value)}; {text}{added}") from None

    return WrapValidator(validate)


def _suggestion(value: str) -> str:
    name = re.sub("[^A-Za-z0-9_-]+", "-", value).strip("-_")
    if name:
        return f"; call it {name}, with `label: {value}` for figures and tables"
    return ""


Part = TypeVar("Part", bound=Model)


def _distinct(values: list[str] | None) -> list[str] | None:
    if values and len(set(values)) < len(values):
        raise ValueError(f"found {brief(values)}; each has to be there once")
    return values


Distinct = AfterValidator(_distinct)
"""Mark of a list whose items differ."""
_NAMED = (
    "a name has letters from A to Z, digits, - and _, begins with a letter or a digit, and has at "
    "most 80 characters"
)
# Names of files are made of up to three names; most file systems take 255 bytes.
_AsName = Field(pattern=NAME, max_length=80)
StudyName = Annotated[str, _AsName, otherwise(_NAMED)]
Name = Annotated[str, _AsName, otherwise(_NAMED, _suggestion)]


def read_model(
    model: type[Part], value: object, name: str, reading: Reading = _ALONE
) -> Part:
    """A model read from the values of YAML; errors begin with `name`.

    Raises:
        ConfigError: names every wrong key, its value, and the allowed ones.
    """
    try:
        return model.model_validate(value, context=reading)
    except ValidationError as error:
        problems = dict.fromkeys(_lines(error))
    raise ConfigError("\n".join(f"{name}: {problem}" for problem in problems))


def _lines(error: ValidationError) -> Iterator[str]:
    """Mistakes as sentences: the key, the value, and the allowed ones."""
    missing: dict[str, list[str]] = {}
    for found in error.errors(include_url=False):
        # For the key of a mapping, pydantic adds a part `[key]`.
        places = [str(place) for place in found["loc"]]
        places = places[:-2] if places[-1:] == ["[key]"] else places
        if found["type"] == "missing":
            missing.setdefault(".".join(places[:-1]), []).append(places[-1])
            continue
        cause = found.get("ctx", {}).get("error")
        texts = (
            cause.found if isinstance(cause, MistakeError) else [("", text_of(found))]
        )
        for key, text in texts:
            name = ".".join([*places, *([key] if key else [])])
            yield f"{name or 'the top level'}: {text}"
    for key, names in missing.items():
        yield f"{key or 'the top level'}: missing {', '.join(map(repr, names))}"
