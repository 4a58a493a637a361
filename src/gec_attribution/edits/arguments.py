"""Checks of the sentences, edits and references that callers pass to the library."""

from collections.abc import Sequence

from gec_attribution.edits.model import Edit
from gec_attribution.errors import InputError


def check_pair(pair: object, number: int) -> tuple[str, str]:
    """Source and hypothesis of pair `number`, from 1; a blank hypothesis deletes everything.

    Raises:
        InputError: it is no pair, one of the two is no text, or the source is empty.
    """
    source, hypothesis = _two(pair, number, "its hypothesis")
    return _words(source, number, "source"), _text(hypothesis, number, "hypothesis")


def check_edited(edited: object, number: int) -> tuple[str, Sequence[Edit]]:
    """Source and edits of the sentence of that number, from 1.

    Raises:
        InputError: it is no pair, the source is no text or empty, or the edits are none.
    """
    source, edits = _two(edited, number, "its edits")
    if not isinstance(edits, Sequence) or not all(isinstance(edit, Edit) for edit in edits):
        raise InputError(
            f"sentence {number}: the edits are {edits!r}, and have to be a list of Edit"
        )
    return _words(source, number, "source"), edits


def check_references(references: object, number: int) -> tuple[str, ...]:
    """References of the sentence of that number, from 1: one text or several.

    Raises:
        InputError: there is none, or one is no text, or empty.
    """
    texts = [references] if isinstance(references, str) else references
    if not isinstance(texts, Sequence) or isinstance(texts, bytes):
        raise InputError(
            f"sentence {number}: the references are {texts!r}, and have to be one text or several"
        )
    if not texts:
        raise InputError(f"sentence {number} has no reference; give one at least for each")
    return tuple(_words(reference, number, "reference") for reference in texts)


def _two(pair: object, number: int, second: str) -> tuple[object, object]:
    if not isinstance(pair, Sequence) or isinstance(pair, str | bytes) or len(pair) != 2:
        raise InputError(f"sentence {number} is {pair!r}, and has to be a source with {second}")
    return pair[0], pair[1]


def _text(text: object, number: int, name: str) -> str:
    if not isinstance(text, str):
        raise InputError(f"sentence {number}: the {name} is {text!r}, and has to be a text")
    return text


def _words(text: object, number: int, name: str) -> str:
    words = _text(text, number, name)
    if not words.strip():
        raise InputError(f"sentence {number}: the {name} is empty")
    return words
