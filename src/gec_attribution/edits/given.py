"""Sentences as callers of the library give them, checked before anything is made of them."""

from collections.abc import Sequence

from gec_attribution.edits.model import Edit
from gec_attribution.errors import InputError


def check_pair(pair: object, number: int) -> tuple[str, str]:
    """A source and its hypothesis, if that is what was given.

    Args:
        pair: what was given.
        number: that of the sentence, from 1, by which the error names it.

    Raises:
        InputError: it is no pair, or one of the two is no text, or empty.
    """
    source, hypothesis = _two(pair, number, "its hypothesis")
    return _text(source, number, "source"), _text(hypothesis, number, "hypothesis")


def check_edited(edited: object, number: int) -> tuple[str, Sequence[Edit]]:
    """A source and its edits, if that is what was given.

    Args:
        edited: what was given.
        number: that of the sentence, from 1, by which the error names it.

    Raises:
        InputError: it is no pair, the source is no text or empty, or the edits are none.
    """
    source, edits = _two(edited, number, "its edits")
    if not isinstance(edits, Sequence) or not all(isinstance(edit, Edit) for edit in edits):
        raise InputError(
            f"sentence {number}: the edits are {edits!r}, and have to be a list of Edit"
        )
    return _text(source, number, "source"), edits


def check_references(references: object, number: int) -> tuple[str, ...]:
    """The references of a sentence, one text or several, if that is what was given.

    Args:
        references: what was given.
        number: see `check_pair`.

    Raises:
        InputError: there is none, or one is no text, or empty.
    """
    given = [references] if isinstance(references, str) else references
    if not isinstance(given, Sequence) or isinstance(given, bytes):
        raise InputError(
            f"sentence {number}: the references are {given!r}, and have to be one text or several"
        )
    if not given:
        raise InputError(f"sentence {number} has no reference; give one at least for each")
    return tuple(_text(reference, number, "reference") for reference in given)


def _two(given: object, number: int, second: str) -> tuple[object, object]:
    if not isinstance(given, Sequence) or isinstance(given, str | bytes) or len(given) != 2:
        raise InputError(f"sentence {number} is {given!r}, and has to be a source with {second}")
    return given[0], given[1]


def _text(given: object, number: int, name: str) -> str:
    if not isinstance(given, str):
        raise InputError(f"sentence {number}: the {name} is {given!r}, and has to be a text")
    if not given.strip():
        raise InputError(f"sentence {number}: the {name} is empty")
    return given
