"""White space of a sentence as somebody typed it, with any of its edits switched off."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from gec_attribution.attribution.records import Chunk, Record
from gec_attribution.games.coalitions import full_mask
from gec_attribution.games.game import Game
from gec_attribution.languages.plain_text import token_spans


class _Shown(NamedTuple):
    """A piece of a sentence with the new text of its edit, or with what that replaces."""

    place: int
    is_new: bool

    def __str__(self) -> str:
        """Key of the piece in `Texts.gaps`."""
        return f"{self.place}{'+' if self.is_new else '-'}"


def gaps_of(game: Game, record: Record) -> dict[str, str]:
    """White space between the pieces of a sentence as it was written; see `Texts.gaps`.

    Where the writer did not write two pieces side by side, the language says how people would.
    """
    joint = game.language.join(["", ""])
    chunks = list(record.chunks())
    gaps = {}
    for place, chunk in enumerate(chunks):
        if place and chunk.gap != joint:
            gaps[str(place)] = chunk.gap
        for is_new in _states(chunk):
            here = _Shown(place, is_new)
            for before in _neighbours(chunks, place):
                gap = _gap(game, record, chunks, before, here)
                if gap != chunk.gap:
                    gaps[f"{before} {here}"] = gap
    return gaps


def _states(chunk: Chunk) -> list[bool]:
    """Whether a piece has text as the new text of its edit, and as what that replaces."""
    if chunk.edit is None:
        return [True]
    texts = {True: chunk.correction, False: chunk.source}
    return [is_new for is_new, text in texts.items() if text]


def _neighbours(chunks: Sequence[Chunk], place: int) -> Iterator[_Shown]:
    """The pieces that can stand just before one: all between them can be empty."""
    for before in range(place - 1, -1, -1):
        states = _states(chunks[before])
        for is_new in states:
            yield _Shown(before, is_new)
        is_always_shown = chunks[before].edit is None or len(states) == 2
        if is_always_shown:
            return


def _gap(game: Game, record: Record, chunks: Sequence[Chunk], before: _Shown, here: _Shown) -> str:
    """The text between two pieces in a sentence in which they are neighbours."""
    on: list[int] = []
    off: list[int] = []
    for place in range(before.place, here.place + 1):
        chunk = chunks[place]
        if chunk.edit is None:
            continue
        # Between the two, an insertion is off and a deletion is on.
        is_on = not chunk.correction
        for shown in (before, here):
            if shown.place == place:
                is_on = shown.is_new
        (on if is_on else off).append(chunk.edit)
    # Where the writer has them side by side, in either text, the writer's gap counts.
    if not on:
        mask = 0
    elif not off:
        mask = full_mask(game.n)
    else:
        mask = sum(1 << edit for edit in on)
    (tokens,) = game.texts([mask])
    text = _ordinary(game, record, mask, tokens)
    spans = token_spans(game.language.tokenize(tokens), text)
    token = _first_token(game, chunks, here.place, mask)
    return text[spans[token - 1][1] : spans[token][0]]


def _ordinary(game: Game, record: Record, mask: int, tokens: str) -> str:
    """The text of a coalition as the writer wrote it, or as the language writes it."""
    source_text, hypothesis_text = str(record.source_text), str(record.hypothesis_text)
    if mask == 0:
        return source_text
    if mask == full_mask(game.n):
        return hypothesis_text
    return game.language.to_plain_text(tokens, source_text)


def _first_token(game: Game, chunks: Sequence[Chunk], place: int, mask: int) -> int:
    """The number of the first token of a piece in the text of a coalition."""
    edits_before = [chunk.edit for chunk in chunks[:place] if chunk.edit is not None]
    number = chunks[place].edit
    if number is not None:
        token = game.edits[number].start
    else:
        token = game.edits[edits_before[-1]].end if edits_before else 0
    for edit_before in edits_before:
        edit = game.edits[edit_before]
        if mask >> edit_before & 1:
            token += len(edit.tokens) - (edit.end - edit.start)
    return token
