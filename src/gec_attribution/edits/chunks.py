"""Chunks: the spans of a source that any of several versions changes.

CLEME (Ye et al. 2023) compares corrections chunk by chunk, and EXCGEC's edits are the chunks of a
source and one target.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, takewhile
from operator import attrgetter, eq

from gec_attribution.edits.model import Edit, apply_edits

Span = tuple[int, int]

MERGE_DISTANCE = 1
"""Most tokens between two changes that count as one, in CLEME and in EXCGEC."""


@dataclass(frozen=True, slots=True)
class Chunk:
    """One version's text for the source tokens [start, end).

    Attributes:
        start: index of the first token.
        end: index after the last token; `start` where something may be inserted.
        correction: the tokens of the version in their place.
        edits: the version's edits that lie in it; none where it leaves the source as it is.
    """

    start: int
    end: int
    correction: tuple[str, ...]
    edits: tuple[Edit, ...]

    @property
    def length(self) -> int:
        """The number of tokens of its longer side."""
        return max(self.end - self.start, len(self.correction))


def changed_spans(versions: Iterable[Sequence[Edit]]) -> list[Span]:
    """The spans of the source that some version changes, from left to right.

    Changes within `MERGE_DISTANCE` of each other are one.
    """
    spans: list[Span] = []
    for edit in sorted(chain.from_iterable(versions), key=attrgetter("start")):
        start = edit.start
        end = edit.end
        if spans and start <= spans[-1][1] + MERGE_DISTANCE:
            start, end_before = spans.pop()
            end = max(end_before, end)
        spans.append((start, end))
    return spans


def unchanged_spans(spans: Sequence[Span], length: int) -> Iterator[Span]:
    """Spans before, between and after `spans` in a source of `length` tokens."""
    position = 0
    for start, end in [*spans, (length, length)]:
        if position < start:
            yield position, start
        position = end


def chunks(
    source: Sequence[str], edits: Sequence[Edit], spans: Sequence[Span]
) -> list[Chunk]:
    """Each span's text in one version, whose edits are each inside one of the spans.

    `spans` are the `changed_spans` of this version and, maybe, others.
    """
    version_chunks = []
    for start, end in spans:
        inside = [edit for edit in edits if start <= edit.start and edit.end <= end]
        corrected = apply_edits(source[:end], inside)
        # Nothing before the span is edited.
        correction = tuple(corrected[start:])
        version_chunks.append(Chunk(start, end, correction, tuple(inside)))
    return version_chunks


def edit_type(original: Sequence[str], correction: Sequence[str]) -> str:
    """The type of an edit by what it does, as ChERRANT names it.

    Returns:
        M (missing), R (redundant), W (word order: the same tokens, or characters of strings, in
        another order) or S (substitution).
    """
    if not original:
        return "M"
    if not correction:
        return "R"
    if sorted(original) == sorted(correction):
        return "W"
    return "S"


def common_start(before: Sequence[object], after: Sequence[object]) -> int:
    """Number of tokens, or characters of texts, with which two sequences begin alike."""
    return sum(takewhile(bool, map(eq, before, after)))
