"""Edits: the data model that every stage shares.

Edits are of tokens, which the language of a text defines (`languages`). Between the stages tokens
are written as in M2, separated by one space; metrics and readers see them joined as their language
joins them.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from gec_attribution.errors import InputError

UNCORRECTED_TYPES = frozenset({"Um", "UNK"})
"""Types of edits that mark an error without correcting it, in CoNLL-2014 and in ERRANT."""


@dataclass(frozen=True, slots=True)
class Edit:
    """The replacement of the source tokens [`start`, `end`) by those of `correction`.

    Attributes:
        start: index of the first token replaced.
        end: index after the last token replaced; `start` for an insertion.
        correction: the new tokens separated by one space, in any language, as in M2; empty for a
            deletion.
        type: the error type, as in ERRANT (`R:VERB:SVA`).
    """

    start: int
    end: int
    correction: str
    type: str

    @property
    def tokens(self) -> list[str]:
        """The new tokens."""
        return m2_tokens(self.correction)

    @property
    def corrects(self) -> bool:
        """Whether the edit has a correction; some annotators only mark an error."""
        return self.type not in UNCORRECTED_TYPES


@dataclass(frozen=True, slots=True)
class Explanation:
    """Explanation of an edit in words.

    Attributes:
        type: its error type as the explainer names it; of EXCGEC a label of its taxonomy, unless
            noted.
        severity: from 1 to 5, unless noted.
        description: text for the learner, evidence from the source in 【】 and what is right in {}.
    """

    type: str
    severity: int
    description: str


@dataclass(frozen=True, slots=True)
class AnnotatedSentence:
    """A source with each coder's edits, sorted by (start, end); no edits is an empty tuple.

    The source is written as in M2, its tokens separated by white space.
    """

    source: str
    coders: Mapping[int, tuple[Edit, ...]]


def m2_tokens(text: str) -> list[str]:
    """The tokens of a sentence or correction in M2, which are separated by white space.

    White space is every such character of Unicode, as in ERRANT, the non-breaking space among them.
    Zero-width characters and combining marks stay inside their token.
    """
    return text.split()


def m2_text(tokens: Iterable[str]) -> str:
    """Tokens as in M2, separated by one space."""
    return " ".join(tokens)


def apply_edits(tokens: Sequence[str], edits: Sequence[Edit]) -> list[str]:
    """The tokens after `edits`, which must be in ERRANT's order: by start, insertions first.

    Raises:
        InputError: an edit is outside the sentence, or overlaps or precedes the one before it.
    """
    corrected: list[str] = []
    position = 0
    for edit in edits:
        if not position <= edit.start <= edit.end <= len(tokens):
            raise InputError(misplaced(edit, position, len(tokens)))
        corrected += tokens[position : edit.start]
        corrected += edit.tokens
        position = edit.end
    corrected += tokens[position:]
    return corrected


def misplaced(edit: Edit, position: int, length: int) -> str:
    """Error text for an edit that begins before `position` or ends after `length` tokens."""
    if edit.start < position and 0 <= edit.start <= edit.end <= length:
        problem = f"overlaps or precedes the edit before it, which ends at {position}"
    else:
        problem = f"is outside its sentence of {length} tokens"
    return f"edit {edit.start}-{edit.end} ({edit.type}, {edit.correction!r}) {problem}"
