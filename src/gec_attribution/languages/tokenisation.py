"""From the tokens of a corpus to the text that models read and write, and back.

Learner corpora are tokenised much as in the Penn Treebank ("He does n't know ."), while many models
read and write ordinary text ("He doesn't know."). What a model left alone has to come back exactly
as the corpus has it, oddities included, or each oddity would look like a correction.
"""

import re
from bisect import bisect, bisect_left
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet

from gec_attribution.edits.chunks import common_start
from gec_attribution.languages.penn import penn_tokens, split_sentences
from gec_attribution.languages.plain_text import matching_blocks

_CLITIC = re.compile(r"n't|'(?:s|m|d|re|ve|ll)", re.IGNORECASE)
_CLOSING = re.compile(r"[,.;:?!)\]}%]+|''")
_OPENING = re.compile(r"[(\[{]+|``")
_CURRENCY = frozenset("$#£€")
_DIRECTED_QUOTES = frozenset(("``", "''"))
_APOSTROPHE = "'"
_APOSTROPHES = "'‘’"
_STRAIGHT_QUOTES = frozenset((_APOSTROPHE, '"'))
_STRAIGHT = str.maketrans("‘’“”", "''\"\"")


def detokenise(sentence: str) -> str:
    """A tokenised sentence as ordinary text: `I do n't know , sir .` is `I don't know, sir.`."""
    text, _ = detokenised(sentence.split())
    return text


def tokenise(text: str) -> str:
    """Ordinary text, one sentence or several, in the tokenisation of learner corpora.

    Returns:
        The tokens, joined by one space; without spaces they are the characters of `text`.
    """
    return " ".join(map(penn_tokens, split_sentences(" ".join(text.split()))))


def tokenise_written(text: str, source: str | None = None) -> str:
    """Ordinary text cut where `tokenise` cuts it, with curly quotation marks as if straight.

    Args:
        text: the text.
        source: its source as ordinary text, tokenised alone. Text common to both is cut alike: the
            rules keep a full stop before a small letter, and a correction to a capital letter would
            otherwise change the full stop, too.

    Returns:
        The tokens, joined by one space; without spaces they are the characters of `text`.
    """
    cuts = _cuts_by_rule(_straight(text))
    if source is not None:
        _cut_alike(text, cuts, source)
    return " ".join(text[start:end] for start, end in _tokens(text, cuts))


def retokenise(text: str, source: str) -> str:
    """A model's text for `detokenise(source)`, in the tokenisation of `source`.

    A stretch between two spaces that is as in the source's text is cut into tokens as the source
    is. Elsewhere the source's cuts remain before punctuation and between characters that the model
    left side by side, and `tokenise` makes the others. Quotation marks keep the source's form
    (`` or "); curly ones become straight, unless the source has curly ones itself.

    Returns:
        The tokens, joined by one space; for `detokenise(source)` they are the source's.
    """
    text = " ".join(text.split())
    cuts = _cuts_by_rule(_straight(text))
    if _straight(source) == source:
        text = _straight(text)
    tokens = source.split()
    original, spans = detokenised(tokens)
    offsets = _offsets(original, text)
    source_cuts = {end for _, end in spans}
    source_stretches = set(_stretches(original))
    for start, end in _stretches(text):
        inside = range(start + 1, end)
        shift = offsets[start]
        if len(set(offsets[start:end])) == 1 and (start + shift, end + shift) in source_stretches:
            cuts.difference_update(inside)
        cuts.update(
            cut
            for cut in inside
            if cut + offsets[cut] in source_cuts
            and (offsets[cut - 1] == offsets[cut] or not text[cut].isalnum())
        )
    quotes = {
        start: token
        for token, (start, _) in zip(tokens, spans, strict=True)
        if token in _DIRECTED_QUOTES
    }
    return " ".join(
        quotes.get(start + offsets[start], text[start:end]) for start, end in _tokens(text, cuts)
    )


def detokenised(tokens: Sequence[str]) -> tuple[str, list[tuple[int, int]]]:
    """The tokens of a sentence as ordinary text, and where in it each of them is."""
    text = ""
    spans: list[tuple[int, int]] = []
    unclosed: set[str] = set()
    joined = True  # to what comes before
    for index, token in enumerate(tokens):
        rest = tokens[index + 1 :]
        clitic = bool(_CLITIC.fullmatch(token)) and text[-1:].isalnum()
        closing = clitic or bool(_CLOSING.fullmatch(token))
        opening = bool(_OPENING.fullmatch(token))
        if token in _STRAIGHT_QUOTES:
            closing = token in unclosed or (token == _APOSTROPHE and text[-1:] == "s")
            opening = not closing and (token != _APOSTROPHE or token in rest)
            unclosed ^= {token} if opening or token in unclosed else set()
        elif token.startswith(_APOSTROPHE) and not clitic and _APOSTROPHE in rest:
            unclosed.add(_APOSTROPHE)
        if not (joined or closing):
            text += " "
        written = '"' if token in _DIRECTED_QUOTES else token
        spans.append((len(text), len(text) + len(written)))
        text += written
        joined = opening or (token in _CURRENCY and "".join(rest)[:1].isdigit())
    return text, spans


def _straight(text: str) -> str:
    """The text with straight quotation marks for curly ones, each where it was."""
    return text.translate(_STRAIGHT)


def _offsets(original: str, text: str) -> list[int]:
    """The offset from each character of `text` to the same one in `original`.

    A character without a counterpart in `original` gets an offset to no place in it.
    """
    offsets = [-len(text) - 1] * len(text)
    for there, here, size in matching_blocks(original, text):
        offsets[here : here + size] = [there - here] * size
    return offsets


def _cut_alike(text: str, cuts: set[int], source: str) -> None:
    """Change the cuts in a text to those of its source, where it has the same.

    A stretch between spaces that the source has, too, is cut as there. In other stretches only the
    cuts at punctuation follow the source, where the neighbouring character is of the same kind.
    Apostrophes do not count as punctuation: they belong to the words.
    """
    source_cuts = _cuts_by_rule(_straight(source))
    source_stretches = set(_stretches(source))
    places = _aligned(source, text)
    for start, end in _stretches(text):
        source_start, source_last = places[start], places[end - 1]
        is_kept = (source_start, source_last + 1) in source_stretches and source[
            source_start : source_last + 1
        ] == text[start:end]
        for cut in range(start + 1, end):
            before, after = places[cut - 1], places[cut]
            if is_kept:
                there = source_start + cut - start
            elif after > 0 and _is_like(source[after - 1], text[cut - 1], beside=text[cut]):
                there = after
            elif 0 <= before < len(source) - 1 and _is_like(
                source[before + 1], text[cut], beside=text[cut - 1]
            ):
                there = before + 1
            else:
                continue
            (cuts.add if there in source_cuts else cuts.discard)(cut)


def _is_like(there: str, here: str, *, beside: str) -> bool:
    """Whether two characters, both beside the same punctuation, are of one kind."""
    if beside.isalnum() or beside in _APOSTROPHES or there.isspace():
        return False
    return there.isalnum() == here.isalnum()


def _aligned(source: str, text: str) -> list[int]:
    """The place of each character of `text` in `source`, −1 where it has none."""
    start = common_start(source, text)
    shared_end = common_start(source[start:][::-1], text[start:][::-1])
    end, text_end = len(source) - shared_end, len(text) - shared_end
    places = [*range(start), *[-1] * (text_end - start), *range(end, len(source))]
    for there, here, size in matching_blocks(source[start:end], text[start:text_end]):
        places[start + here : start + here + size] = range(start + there, start + there + size)
    return places


def _cuts_by_rule(text: str) -> set[int]:
    """Places in `text` where a token of `tokenise` ends."""
    cuts = set()
    end = 0
    for token in tokenise(text).split():
        end = text.index(token, end) + len(token)
        cuts.add(end)
    return cuts


def _stretches(text: str) -> Iterator[tuple[int, int]]:
    """Where each stretch between spaces begins and ends."""
    return (stretch.span() for stretch in re.finditer(r"\S+", text))


def _tokens(text: str, cuts: AbstractSet[int]) -> Iterator[tuple[int, int]]:
    ordered = sorted(cuts)
    for start, end in _stretches(text):
        inner = ordered[bisect(ordered, start) : bisect_left(ordered, end)]
        yield from zip([start, *inner], [*inner, end], strict=True)
