"""What a page may ask for: its JSON, checked."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from gec_attribution.playground.limits import RefusalError


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
    tokenised: bool = False


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
    edits = content.get("edits")
    correction: str | tuple[TypedEdit, ...]
    if edits is None:
        correction = _text(content, "hypothesis")
    elif isinstance(edits, list) and all(isinstance(edit, dict) for edit in edits):
        correction = tuple(
            TypedEdit(
                _count(edit, "start"),
                _count(edit, "end"),
                _text(edit, "correction"),
                _yes_or_no(edit, "tokenised"),
            )
            for edit in edits
        )
    else:
        raise RefusalError("`edits` has to be a list of objects")
    return ToExplain(
        sentence_of(content), correction, _names(content, "metrics"), _names(content, "methods")
    )


def sentence_of(content: Mapping[str, Any]) -> Sentence:
    """The sentence of a request.

    Raises:
        RefusalError: a key is missing, or has another kind of value.
    """
    tokenised = _yes_or_no(content, "tokenised")
    return Sentence(name_of(content, "language"), _text(content, "source"), tokenised)


def name_of(content: Mapping[str, Any], key: str) -> str:
    """A name that a request has to have.

    Raises:
        RefusalError: it is missing, or no text.
    """
    return _text(content, key)


def _text(content: Mapping[str, Any], key: str) -> str:
    value = content.get(key)
    if not isinstance(value, str):
        raise RefusalError(f"`{key}` has to be a text")
    return value


def _yes_or_no(content: Mapping[str, Any], key: str) -> bool:
    value = content.get(key, False)
    if not isinstance(value, bool):
        raise RefusalError(f"`{key}` has to be true or false")
    return value


def _count(content: Mapping[str, Any], key: str) -> int:
    value = content.get(key)
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise RefusalError(f"`{key}` has to be a number of tokens")
    return value


def _names(content: Mapping[str, Any], key: str) -> tuple[str, ...]:
    value: Sequence[Any] | None = content.get(key)
    if not isinstance(value, list) or not value or not all(isinstance(n, str) for n in value):
        raise RefusalError(f"`{key}` has to be a list of names, at least one")
    return tuple(dict.fromkeys(value))
