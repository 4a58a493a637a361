"""Requests of a page as checked JSON."""

from typing import Annotated, Self, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from gec_attribution.errors import GecAttributionError

Names = Annotated[list[str], Field(min_length=1)]


class RefusalError(GecAttributionError):
    """Refusal of a request.

    Attributes:
        status: the HTTP status of the answer.
    """

    def __init__(self, message: str, status: int = 400) -> None:
        super().__init__(message)
        self.status = status


class Request(BaseModel):
    """A JSON object without conversions of its values."""

    model_config = ConfigDict(strict=True, frozen=True)


class ToLoad(Request):
    """Metrics of a language whose models are needed soon."""

    language: str
    metrics: list[str] = []


class Sentence(Request):
    """A sentence in its language."""

    language: str
    source: str
    tokenised: bool = False
    """Whether white space separates the tokens already."""


class ToCorrect(Sentence):
    """A sentence for a system of the study."""

    system: str


class TypedEdit(Request):
    """An edit that was explained before, or added by hand."""

    start: Annotated[int, Field(ge=0)]
    """First token of the source that it replaces, from 0."""
    end: Annotated[int, Field(ge=0)]
    """The token after the last one."""
    correction: str
    """New text as somebody wrote it; empty for a deletion."""
    tokenised: bool = False
    """Whether white space separates its tokens, as in an edit that was explained."""


class ToExplain(Sentence):
    """A sentence with its correction, or the edits that lead to it."""

    hypothesis: str | None = None
    edits: list[TypedEdit] | None = None
    metrics: Names
    methods: Names

    @model_validator(mode="after")
    def _check_correction(self) -> Self:
        if (self.hypothesis is None) == (self.edits is None):
            raise ValueError("give either `hypothesis` or `edits`")
        return self


Model = TypeVar("Model", bound=Request)


def read_request(model: type[Model], body: bytes) -> Model:
    """A request as its model.

    Raises:
        RefusalError: it is no JSON of this form, or has half a character in a text.
    """
    try:
        return model.model_validate_json(body)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        key = ".".join(map(str, first["loc"]))
        if first["type"] == "too_short":
            raise RefusalError(f"choose at least one of the {key}") from error
        where = f"`{key}`: " if key else ""
        raise RefusalError(
            f"{where}{first['msg'].removeprefix('Value error, ')}"
        ) from error
