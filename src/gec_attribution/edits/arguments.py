"""Checks of the sentences, edits and references that callers pass to the library."""

from collections.abc import Sequence
from typing import Annotated, TypeVar

from pydantic import AfterValidator, InstanceOf, TypeAdapter, ValidationError

from gec_attribution.edits.model import Edit
from gec_attribution.errors import InputError
from gec_attribution.plugins.options import text_of

Checked = TypeVar("Checked")


def _not_blank(text: str) -> str:
    if not text.strip():
        raise ValueError("is empty")
    return text


Words = Annotated[str, AfterValidator(_not_blank)]
_PAIR = TypeAdapter(tuple[Words, str])
_EDITED = TypeAdapter(tuple[Words, Sequence[InstanceOf[Edit]]])
_REFERENCES = TypeAdapter(tuple[Words, ...])


def check_pair(pair: object, number: int) -> tuple[str, str]:
    """Source and hypothesis of pair `number`, from 1; a blank hypothesis deletes everything.

    Raises:
        InputError: it is no pair, one of the two is no text, or the source is empty.
    """
    return _checked(_PAIR, pair, number, ("source", "hypothesis"))


def check_edited(edited: object, number: int) -> tuple[str, Sequence[Edit]]:
    """Source and edits of the sentence of that number, from 1.

    Raises:
        InputError: it is no pair, the source is no text or empty, or the edits are none.
    """
    return _checked(_EDITED, edited, number, ("source", "edits"))


def check_references(references: object, number: int) -> tuple[str, ...]:
    """References of the sentence of that number, from 1: one text or several.

    Raises:
        InputError: there is none, or one is no text, or empty.
    """
    texts = [references] if isinstance(references, str) else references
    checked = _checked(_REFERENCES, texts, number)
    if not checked:
        raise InputError(
            f"sentence {number} has no reference; give one at least for each"
        )
    return checked


def _checked(
    form: TypeAdapter[Checked], value: object, number: int, parts: Sequence[str] = ()
) -> Checked:
    """The value if it is of the form, whose parts have these names."""
    try:
        return form.validate_python(value)
    except ValidationError as error:
        mistake = error.errors()[0]
        place = f"sentence {number}"
        if mistake["loc"]:
            index = int(mistake["loc"][0])
            place += f", {parts[index] if parts else f'reference {index + 1}'}"
        raise InputError(f"{place}: {text_of(mistake)}") from None
