"""Corrected tokens as ordinary text; unchanged parts stay as the writer wrote them."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher

Span = tuple[int, int]

# The most pairs of equal items given to difflib, about a quarter of a second. Its time grows with
# the number of these pairs times the number of common runs.
_MOST_PAIRS = 30_000
_OPENING, _CLOSING = "“‘", "”’"
_STOPS = ".,;:!?"
_STUCK = re.compile(rf"[^\W\d_](?:[^\W_]|['’-])*[{_STOPS}]")


def matching_blocks(before: Sequence[str], after: Sequence[str]) -> Iterator[tuple[int, int, int]]:
    """Blocks common to two texts, or two lists of tokens, in order and in bearable time.

    Long texts are aligned between spaces, and by characters in the gaps. Text that repeats itself
    too often counts as different.

    Yields:
        Where each common run begins in both, and its length, which may be 0.
    """
    if _equal_pairs(before, after) <= _MOST_PAIRS:
        yield from SequenceMatcher(None, before, after, autojunk=False).get_matching_blocks()
    elif isinstance(before, str) and isinstance(after, str):
        spans = [[match.span() for match in re.finditer(r"\S+", text)] for text in (before, after)]
        words = matching_blocks(before.split(), after.split())
        same = [
            (spans[0][there + shift], spans[1][here + shift])
            for there, here, size in words
            for shift in range(size)
        ]
        same.append(((len(before), len(before)), (len(after), len(after))))
        there = here = 0
        for (start, end), (start_after, end_after) in same:
            gap, gap_after = before[there:start], after[here:start_after]
            if _equal_pairs(gap, gap_after) <= _MOST_PAIRS:
                for shift, shift_after, size in matching_blocks(gap, gap_after):
                    yield there + shift, here + shift_after, size
            yield start, start_after, end - start
            there, here = end, end_after


def _equal_pairs(before: Sequence[str], after: Sequence[str]) -> int:
    counts = Counter(after)
    return sum(number * counts[item] for item, number in Counter(before).items())


def token_spans(tokens: Sequence[str], text: str) -> list[Span]:
    """Where in a text each of its tokens is; without white space, they are its characters."""
    places = [place for place, character in enumerate(text) if not character.isspace()]
    spans, start = [], 0
    for token in tokens:
        spans.append((places[start], places[start + len(token) - 1] + 1))
        start += len(token)
    return spans


Written = tuple[Sequence[str], str, Sequence[Span]]
"""Tokens, a text of them, and where in it they are."""


def as_written(corrected: Written, as_source: Written) -> str:
    """A corrected sentence with the words and the spaces of the text that was corrected.

    Args:
        corrected: the tokens of the correction, with ordinary text of them.
        as_source: those of its source, with the text as it was written.

    Returns:
        The correction; `text` itself, where nothing was changed.
    """
    tokens, ordinary, spans = corrected
    source, text, written = as_source
    if not (written and spans):
        return ordinary if spans else text if not written else ""
    pieces = [text[: written[0][0]]]
    done = left = 0
    for there, here, size in [*matching_blocks(source, tokens), (len(source), len(tokens), 0)]:
        for index in range(done, here + size):
            space = _between(spans, index, ordinary)
            # Beside a curly quotation mark that was kept, the writer knows better.
            if 0 < index == done and tokens[index - 1] in _OPENING and left < len(written):
                space = _between(written, left, text)
            elif index == here < len(tokens) and tokens[index] in _CLOSING:
                space = _between(written, there, text)
            if index < here:
                pieces += [space, ordinary[slice(*spans[index])]]
                continue
            place = there + index - here
            written_space = _between(written, place, text)
            # At the edge of a change, the writer's white space replaces a space, but adds none.
            pieces.append(written_space if index > here or (written_space and space) else space)
            pieces.append(text[slice(*written[place])])
        done, left = here + size, there + size
    return "".join([*pieces, text[written[-1][1] :]])


def _between(spans: Sequence[Span], index: int, text: str) -> str:
    """Text between a token and the one before."""
    return text[spans[index - 1][1] : spans[index][0]] if index else ""


def ending_in_stops(text: str) -> list[str]:
    """Words that end in a stop, as `home,`, without another stop inside, as `U.S.` has."""
    return [token for token in text.split() if token[-1] in _STOPS and _STUCK.fullmatch(token)]
