"""Corrected tokens as ordinary text; unchanged parts stay as the writer wrote them."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from typing import NamedTuple

Span = tuple[int, int]

# The most pairs of equal items given to difflib, about a quarter of a second. Its time grows with
# the number of these pairs times the number of common runs.
_MOST_PAIRS = 30_000
_OPENING = "“‘"
_CLOSING = "”’"
_STOPS = ".,;:!?"
_STUCK = re.compile(rf"[^\W\d_](?:[^\W_]|['’-])*[{_STOPS}]")


def matching_blocks(
    before: Sequence[str], after: Sequence[str]
) -> Iterator[tuple[int, int, int]]:
    """Blocks common to two texts, or two lists of tokens, in order and in bearable time.

    Long texts are aligned between spaces, and by characters in the gaps. Text that repeats itself
    too often counts as different.

    Yields:
        Where each common run begins in both, and its length, which may be 0; at last, with the
        length 0, where both end.
    """
    if _equal_pairs(before, after) <= _MOST_PAIRS:
        matcher = SequenceMatcher(None, before, after, autojunk=False)
        yield from matcher.get_matching_blocks()
    elif isinstance(before, str) and isinstance(after, str):
        yield from _blocks_by_words(before, after)
    else:
        yield len(before), len(after), 0


def _blocks_by_words(before: str, after: str) -> Iterator[tuple[int, int, int]]:
    """Blocks common to two long texts: the words in common, and characters between these."""
    spans = list(stretches(before))
    spans_after = list(stretches(after))
    same: list[tuple[Span, Span]] = []
    for word, word_after, size in matching_blocks(before.split(), after.split()):
        words = spans[word:][:size]
        words_after = spans_after[word_after:][:size]
        same += zip(words, words_after, strict=True)
    end = len(before)
    end_after = len(after)
    same.append(((end, end), (end_after, end_after)))
    position = 0
    position_after = 0
    for (start, stop), (start_after, stop_after) in same:
        gap = before[position:start]
        gap_after = after[position_after:start_after]
        if _equal_pairs(gap, gap_after) <= _MOST_PAIRS:
            for shift, shift_after, size in matching_blocks(gap, gap_after):
                yield position + shift, position_after + shift_after, size
        yield start, start_after, stop - start
        position = stop
        position_after = stop_after


def stretches(text: str) -> Iterator[Span]:
    """Start and end of each stretch between spaces."""
    return (stretch.span() for stretch in re.finditer(r"\S+", text))


def _equal_pairs(before: Sequence[str], after: Sequence[str]) -> int:
    counts = Counter(before)
    counts_after = Counter(after)
    return sum(number * counts_after[item] for item, number in counts.items())


def token_spans(tokens: Sequence[str], text: str) -> list[Span]:
    """Place of each token in a text, whose characters, but for white space, are theirs."""
    places = [place for place, character in enumerate(text) if not character.isspace()]
    spans = []
    start = 0
    for token in tokens:
        end = start + len(token)
        spans.append((places[start], places[end - 1] + 1))
        start = end
    return spans


class Written(NamedTuple):
    """Tokens, a text of them, and where in it they are."""

    tokens: Sequence[str]
    text: str
    spans: Sequence[Span]

    def token(self, index: int) -> str:
        """A token as the text has it."""
        start, end = self.spans[index]
        return self.text[start:end]

    def space_before(self, index: int) -> str:
        """Text between a token and the one before; none before the first."""
        if index == 0:
            return ""
        _, end_before = self.spans[index - 1]
        start, _ = self.spans[index]
        return self.text[end_before:start]


def as_written(corrected: Written, source: Written) -> str:
    """A corrected sentence with the words and the spaces of the text that was corrected.

    Args:
        corrected: the tokens of the correction, with ordinary text of them.
        source: those of its source, with the text as it was written.

    Returns:
        The correction; the text of the source itself, where nothing was changed.
    """
    if not source.tokens:
        if corrected.tokens:
            return corrected.text
        return source.text
    if not corrected.tokens:
        return ""
    first_start, _ = source.spans[0]
    _, last_end = source.spans[-1]
    pieces = [source.text[:first_start]]
    done = 0  # number of tokens of the correction that are in the pieces
    left = 0  # number of tokens of the source up to the last common one
    tokens = corrected.tokens
    for there, here, size in matching_blocks(source.tokens, tokens):
        for index in range(done, here + size):
            space = corrected.space_before(index)
            is_after_kept = 0 < index == done
            # Beside a curly quotation mark that was kept, the writer knows better.
            if (
                is_after_kept
                and left < len(source.tokens)
                and tokens[index - 1] in _OPENING
            ):
                space = source.space_before(left)
            elif index == here and tokens[index] in _CLOSING:
                space = source.space_before(there)
            if index < here:
                pieces += [space, corrected.token(index)]
                continue
            place = there + index - here
            written_space = source.space_before(place)
            # At the edge of a change, the writer's white space replaces a space, but adds none.
            is_edge = index == here
            if is_edge and not (written_space and space):
                written_space = space
            pieces += [written_space, source.token(place)]
        done = here + size
        left = there + size
    pieces.append(source.text[last_end:])
    return "".join(pieces)


def ending_in_stops(text: str) -> list[str]:
    """Words that end in a stop, as `home,`, without another stop inside, as `U.S.` has."""
    return [token for token in text.split() if _STUCK.fullmatch(token)]
