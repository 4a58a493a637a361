"""Corrected tokens as the text that a writer had: what was not changed stays as it was written."""

from collections.abc import Sequence
from difflib import SequenceMatcher

Span = tuple[int, int]


def token_spans(tokens: Sequence[str], text: str) -> list[Span]:
    """Where in a text each of its tokens is.

    Args:
        tokens: the tokens of `text`; without white space, they are its characters.
        text: a text.
    """
    places = [place for place, character in enumerate(text) if not character.isspace()]
    spans, start = [], 0
    for token in tokens:
        spans.append((places[start], places[start + len(token) - 1] + 1))
        start += len(token)
    return spans


def as_written(
    corrected: tuple[Sequence[str], str, Sequence[Span]], source: Sequence[str], text: str
) -> str:
    """A corrected sentence with the words and the spaces of the text that was corrected.

    Args:
        corrected: the tokens of the correction, ordinary text of them, and where in it they are.
        source: the tokens of what was corrected.
        text: what was corrected, as it was written.

    Returns:
        The correction; `text` itself, where nothing was changed.
    """
    tokens, ordinary, spans = corrected
    written = token_spans(source, text)
    if not (written and spans):
        return ordinary if spans else text if not written else ""
    pieces = [text[: written[0][0]]]
    steps = SequenceMatcher(None, source, tokens, autojunk=False).get_opcodes()
    for step, there, _, here, end in steps:
        for index in range(here, end):
            space = _between(spans, index, ordinary)
            if step == "equal":
                place = there + index - here
                own = _between(written, place, text)
                # At the border of a change, only its width is the writer's.
                pieces.append(own if index > here or (own and space) else space)
                pieces.append(text[slice(*written[place])])
            else:
                pieces += [space, ordinary[slice(*spans[index])]]
    return "".join([*pieces, text[written[-1][1] :]])


def _between(spans: Sequence[Span], index: int, text: str) -> str:
    """What stands in a text between a token and the one before."""
    return text[spans[index - 1][1] : spans[index][0]] if index else ""
