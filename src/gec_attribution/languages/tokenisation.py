"""Conversion of the tokens of a corpus to the text that models read and write, and back.

Learner corpora are tokenised much as in the Penn Treebank ("He does n't know ."), while many models
read and write ordinary text ("He doesn't know."). What a model left alone has to come back exactly
as the corpus has it, oddities included, or each oddity would look like a correction.
"""

import re
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from itertools import pairwise

from gec_attribution.edits.chunks import common_start
from gec_attribution.languages.penn import penn_tokens, split_sentences
from gec_attribution.languages.plain_text import Span, matching_blocks, stretches

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
    sentences = split_sentences(" ".join(text.split()))
    return " ".join(map(penn_tokens, sentences))


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
    places = _places(original, text)
    _keep_cuts(text, cuts, original, {end for _, end in spans}, places)
    quotes = {}
    for token, (start, _) in zip(tokens, spans, strict=True):
        if token in _DIRECTED_QUOTES:
            quotes[start] = token
    retokenised = []
    for start, end in _tokens(text, cuts):
        retokenised.append(quotes.get(places[start], text[start:end]))
    return " ".join(retokenised)


def _keep_cuts(
    text: str,
    cuts: set[int],
    original: str,
    original_cuts: set[int],
    places: Sequence[int],
) -> None:
    """Change the cuts in a text to those of its original, where it was left as it is."""
    original_stretches = set(stretches(original))
    for start, end in stretches(text):
        place = places[start]
        original_end = place + end - start
        is_as_one = list(places[start:end]) == list(range(place, original_end))
        is_kept = is_as_one and (place, original_end) in original_stretches
        for cut in range(start + 1, end):
            if is_kept:
                cuts.discard(cut)
            was_beside = places[cut - 1] + 1 == places[cut]
            if places[cut] in original_cuts and (was_beside or not text[cut].isalnum()):
                cuts.add(cut)


def detokenised(tokens: Sequence[str]) -> tuple[str, list[Span]]:
    """The tokens of a sentence as ordinary text, and where in it each of them is."""
    text = ""
    spans: list[Span] = []
    unclosed: set[str] = set()
    is_joined = True  # to what comes before
    for index, token in enumerate(tokens):
        rest = tokens[index + 1 :]
        follows_word = text[-1:].isalnum()
        is_clitic = follows_word and _CLITIC.fullmatch(token) is not None
        closes = is_clitic or _CLOSING.fullmatch(token) is not None
        opens = _OPENING.fullmatch(token) is not None
        if token in _STRAIGHT_QUOTES:
            closes, opens = _sides_of_quote(token, text, rest, unclosed)
        elif token.startswith(_APOSTROPHE) and not is_clitic and _APOSTROPHE in rest:
            unclosed.add(_APOSTROPHE)
        if not (is_joined or closes):
            text += " "
        written = '"' if token in _DIRECTED_QUOTES else token
        start = len(text)
        text += written
        spans.append((start, len(text)))
        is_price = token in _CURRENCY and "".join(rest)[:1].isdigit()
        is_joined = opens or is_price
    return text, spans


def _sides_of_quote(
    token: str, before: str, rest: Sequence[str], unclosed: set[str]
) -> tuple[bool, bool]:
    """Return whether a straight quotation mark closes, and whether it opens.

    Args:
        token: the mark.
        before: the text before it.
        rest: the tokens after it.
        unclosed: marks of the quotations that are open; is kept up to date.
    """
    is_apostrophe = token == _APOSTROPHE
    is_genitive = is_apostrophe and before.endswith("s")
    closes = token in unclosed or is_genitive
    opens = not closes and (not is_apostrophe or token in rest)
    if opens:
        unclosed.add(token)
    else:
        unclosed.discard(token)
    return closes, opens


def _straight(text: str) -> str:
    """The text with straight quotation marks for curly ones, each where it was."""
    return text.translate(_STRAIGHT)


def _places(original: str, text: str) -> list[int]:
    """The place of each character of `text` in `original`, −1 where it has none."""
    places = [-1] * len(text)
    for there, here, size in matching_blocks(original, text):
        places[here : here + size] = range(there, there + size)
    return places


def _cut_alike(text: str, cuts: set[int], source: str) -> None:
    """Change the cuts in a text to those of its source, where it has the same.

    A stretch between spaces that the source has, too, is cut as there. In other stretches only the
    cuts at punctuation follow the source, where the neighbouring character is of the same kind.
    Apostrophes do not count as punctuation: they belong to the words.
    """
    source_cuts = _cuts_by_rule(_straight(source))
    source_stretches = set(stretches(source))
    places = _aligned(source, text)
    for start, end in stretches(text):
        source_start = places[start]
        source_end = places[end - 1] + 1
        is_same = source[source_start:source_end] == text[start:end]
        is_kept = is_same and (source_start, source_end) in source_stretches
        for cut in range(start + 1, end):
            source_cut = _cut_in_source(source, text, places, cut)
            if is_kept:
                source_cut = source_start + cut - start
            if source_cut in source_cuts:
                cuts.add(cut)
            elif source_cut is not None:
                cuts.discard(cut)


def _cut_in_source(
    source: str, text: str, places: Sequence[int], cut: int
) -> int | None:
    """Place in the source of a cut at punctuation that it has, too; None without one."""
    before = text[cut - 1]
    after = text[cut]
    place = places[cut]
    if place > 0 and _is_like(source[place - 1], before, beside=after):
        return place
    place = places[cut - 1] + 1
    if 0 < place < len(source) and _is_like(source[place], after, beside=before):
        return place
    return None


def _is_like(there: str, here: str, *, beside: str) -> bool:
    """Return whether two characters, both beside the same punctuation, are of one kind."""
    if beside.isalnum() or beside in _APOSTROPHES or there.isspace():
        return False
    return there.isalnum() == here.isalnum()


def _aligned(source: str, text: str) -> list[int]:
    """`_places` of a text that begins and ends as its source does, where it does."""
    start = common_start(source, text)
    shared_end = common_start(source[start:][::-1], text[start:][::-1])
    end = len(source) - shared_end
    text_end = len(text) - shared_end
    changed = _places(source[start:end], text[start:text_end])
    places = [-1 if place < 0 else start + place for place in changed]
    return [*range(start), *places, *range(end, len(source))]


def _cuts_by_rule(text: str) -> set[int]:
    """Places in `text` where a token of `tokenise` ends."""
    cuts = set()
    end = 0
    for token in tokenise(text).split():
        end = text.index(token, end) + len(token)
        cuts.add(end)
    return cuts


def _tokens(text: str, cuts: AbstractSet[int]) -> Iterator[Span]:
    """Start and end of each token of a text, if spaces and `cuts` separate them."""
    for start, end in stretches(text):
        inner = [cut for cut in range(start + 1, end) if cut in cuts]
        yield from pairwise([start, *inner, end])
