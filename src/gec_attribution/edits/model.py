"""Edits: the data model that every stage shares.

Edits are of tokens, which the language of a text defines (`languages`). Between the stages tokens
are written as in M2, separated by one space; metrics and readers see them joined as their language
joins them.
"""

import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, groupby
from operator import attrgetter

from gec_attribution.errors import InputError

UNCORRECTED_TYPES = frozenset({"Um", "UNK"})
"""Types of edits that may mark an error without correcting it, in CoNLL-2014 and in ERRANT."""
NOT_COUNTED = "UNK"
"""Type of edits that `errant_compare` leaves out of its counts; with the M2 scorer's
`edit_creator.py` every edit has this type."""


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
    def span(self) -> tuple[int, int]:
        """Start and end."""
        return self.start, self.end

    @property
    def key(self) -> tuple[int, int, str]:
        """Span and new tokens: edits of one source that have them in common do the same."""
        return self.start, self.end, self.correction

    @property
    def tokens(self) -> list[str]:
        """The new tokens."""
        return m2_tokens(self.correction)

    @property
    def corrects(self) -> bool:
        """Return whether the edit changes the text; some annotators only mark an error."""
        return self.correction != "" or self.type not in UNCORRECTED_TYPES


@dataclass(frozen=True, slots=True)
class Explanation:
    """Explanation of an edit in words.

    Attributes:
        type: its error type as the explainer names it; of EXCGEC a label of its taxonomy, unless
            noted.
        severity: severity from 1 to 5, unless noted.
        description: text for the learner, evidence from the source in 【】 and what is right in {}.
    """

    type: str
    severity: int
    description: str


@dataclass(frozen=True, slots=True)
class AnnotatedSentence:
    """A source with the edits of its coders.

    Attributes:
        source: the sentence as in M2, its tokens separated by white space.
        coders: edits of each coder with a line, sorted by span; an empty tuple finds the source
            correct, None says that it cannot be corrected.
        alternatives: further alignments of the same corrections, as ChERRANT has them.
    """

    source: str
    coders: Mapping[int, tuple[Edit, ...] | None]
    alternatives: Mapping[int, tuple[tuple[Edit, ...], ...]] = field(
        default_factory=dict
    )

    def answers(self, coder: int | None = None) -> dict[int, tuple[Edit, ...]]:
        """Edits of each coder who corrects the sentence, or of one of them.

        A coder without a line says nothing. Where no coder has a line, the sentence was found
        correct, as ERRANT and the M2 scorer read it.
        """
        if not self.coders:
            return {coder or 0: ()}
        return {
            number: edits
            for number, edits in sorted(self.coders.items())
            if edits is not None and coder in {None, number}
        }


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


def looks_alike(tokens: Sequence[str], edit: Edit) -> bool:
    """Return whether an edit shows the same before and after.

    Composed and decomposed characters (NFC and NFD) look alike, and characters without a width
    cannot be seen.
    """
    before = m2_text(tokens[edit.start : edit.end])
    after = edit.correction
    return edit.corrects and before != after and _as_seen(before) == _as_seen(after)


def _as_seen(text: str) -> str:
    visible = "".join(
        c for c in text if unicodedata.category(c) != "Cf" or c == "\u200d"
    )
    return m2_text(m2_tokens(unicodedata.normalize("NFC", visible)))


def joined(edits: Iterable[Edit]) -> tuple[Edit, ...]:
    """Edits as players of a game, in which none occurs twice.

    The insertions of a place become one if any of them is repeated. Their type is the one that all
    of them have, else `M:OTHER`.
    """
    players: list[Edit] = []
    for _, group in groupby(edits, key=attrgetter("span")):
        same_place = list(group)
        if len(set(same_place)) == len(same_place):
            players += same_place
            continue
        types = {edit.type for edit in same_place}
        error_type = types.pop() if len(types) == 1 else "M:OTHER"
        tokens = chain.from_iterable(edit.tokens for edit in same_place)
        start, end = same_place[0].span
        players.append(Edit(start, end, m2_text(tokens), error_type))
    return tuple(players)


def misplaced(edit: Edit, position: int, length: int) -> str:
    """Error text for an edit that begins before `position` or ends after `length` tokens."""
    if edit.start < position and 0 <= edit.start <= edit.end <= length:
        problem = f"overlaps or precedes the edit before it, which ends at {position}"
    else:
        problem = f"is outside its sentence of {length} tokens"
    return f"edit {edit.start}-{edit.end} ({edit.type}, {edit.correction!r}) {problem}"
