"""Requests of a page: their checked JSON, and their limits."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from gec_attribution.errors import GecAttributionError


@dataclass(frozen=True)
class Limits:
    """Bounds on the time and memory of a request.

    Attributes:
        content: bytes of the request itself.
        tokens: tokens of a sentence, before and after its correction.
        characters: its characters likewise.
        word: characters between two spaces, where a language has spaces.
        scores: sentences that a metric scores for the subsets of the edits.
        seconds: time from the moment when all models are there.
        waiting: requests that wait while another is answered.
    """

    content: int = 65_536
    tokens: int = 200
    characters: int = 2_000
    word: int = 100
    scores: int = 20_000
    seconds: float = 120.0
    waiting: int = 4


class RefusalError(GecAttributionError):
    """A request is not answered.

    Attributes:
        status: the HTTP status that says why.
    """

    def __init__(self, message: str, status: int = 400) -> None:
        super().__init__(message)
        self.status = status


@dataclass(frozen=True)
class TypedEdit:
    """An edit that the page sends: from one that was explained, or added by hand.

    Attributes:
        start: first token of the source that it replaces, from 0.
        end: the token after the last one.
        correction: the new text as somebody wrote it; empty for a deletion.
        tokenised: whether white space separates its tokens, as of an edit that was explained.
    """

    start: int
    end: int
    correction: str
    tokenised: bool


@dataclass(frozen=True)
class Sentence:
    """A sentence to explain or to correct.

    Attributes:
        language: code of its language.
        source: the learner's sentence.
        tokenised: whether white space separates the tokens already.
    """

    language: str
    source: str
    tokenised: bool


@dataclass(frozen=True)
class ToExplain:
    """A correction to explain.

    Attributes:
        sentence: what is corrected.
        correction: the corrected sentence, or the edits that lead to it.
        metrics: names of metrics.
        methods: names of methods.
    """

    sentence: Sentence
    correction: str | tuple[TypedEdit, ...]
    metrics: tuple[str, ...]
    methods: tuple[str, ...]


def content_of(body: bytes) -> dict[str, Any]:
    """The JSON object that a request is.

    Raises:
        RefusalError: it is none, or has a text that is not Unicode.
    """
    try:
        content = json.loads(body.decode())
        # Half a character, which JSON can write, is in no text.
        json.dumps(content, ensure_ascii=False).encode()
    except (ValueError, RecursionError) as error:
        raise RefusalError(f"the request is not JSON in UTF-8: {error}") from error
    if not isinstance(content, dict):
        raise RefusalError("the request is not a JSON object")
    return content


def to_explain(content: Mapping[str, Any]) -> ToExplain:
    """A request for an explanation.

    Raises:
        RefusalError: a key is missing, or has another kind of value.
    """
    if ("hypothesis" in content) == ("edits" in content):
        raise RefusalError("give either `hypothesis` or `edits`")
    correction: str | tuple[TypedEdit, ...]
    if "hypothesis" in content:
        correction = text_of(content, "hypothesis")
    else:
        edits = content["edits"]
        is_right = isinstance(edits, list) and all(isinstance(edit, dict) for edit in edits)
        _check(is_right, "edits", "a list of objects")
        correction = tuple(map(_edit_of, edits))
    names = {}
    for key in ("metrics", "methods"):
        value = content.get(key)
        are_names = isinstance(value, list) and all(isinstance(name, str) for name in value)
        _check(value and are_names, key, "a list of names, at least one")
        names[key] = tuple(dict.fromkeys(value or ()))
    return ToExplain(sentence_of(content), correction, **names)


def sentence_of(content: Mapping[str, Any]) -> Sentence:
    """The sentence of a request.

    Raises:
        RefusalError: a key is missing, or has another kind of value.
    """
    language, source = text_of(content, "language"), text_of(content, "source")
    return Sentence(language, source, _is_tokenised(content))


def text_of(content: Mapping[str, Any], key: str) -> str:
    """A text that a request has to have.

    Raises:
        RefusalError: it is missing, or no text.
    """
    value = content.get(key)
    _check(isinstance(value, str), key, "a text")
    return str(value)


def _edit_of(edit: Mapping[str, Any]) -> TypedEdit:
    for key in ("start", "end"):
        is_right = type(edit.get(key)) is int and edit[key] >= 0
        _check(is_right, key, "a number of tokens")
    return TypedEdit(edit["start"], edit["end"], text_of(edit, "correction"), _is_tokenised(edit))


def _is_tokenised(content: Mapping[str, Any]) -> bool:
    value = content.get("tokenised", False)
    _check(isinstance(value, bool), "tokenised", "true or false")
    return bool(value)


def _check(is_right: object, key: str, allowed: str) -> None:
    if not is_right:
        raise RefusalError(f"`{key}` has to be {allowed}")
