"""A spelling corrector: each unknown word becomes the likeliest known one, all else stays.

Words and their frequencies are those of symspellpy's list; lemminflect knows inflections that the
list lacks.
"""

import re
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from importlib.metadata import version
from importlib.resources import files
from typing import TYPE_CHECKING

from gec_attribution.languages.en import ENGLISH
from gec_attribution.systems.base import System

if TYPE_CHECKING:
    from symspellpy import SymSpell

# Shorter unknown words are mostly abbreviations, and are like too many others.
MIN_LENGTH = 4
# Letters inserted, deleted, replaced or swapped with the next one.
MAX_EDIT_DISTANCE = 2
_SENTENCE_ENDS = frozenset((".", "!", "?", "``", '"', "("))
# Verbs that learners write "n't" to without its apostrophe.
_NEGATED = re.compile("(do|does|did|is|are|was|were|has|have|had|would|could|should|must|need)nt")


class Spelling(System):
    """Replaces words that are in no list by the nearest and most frequent listed word.

    Known words, names (capitals inside a sentence), numbers, clitics and punctuation stay as they
    are, and so does an unknown word that resembles no other.
    """

    languages = ("en",)

    def correct(self, sources: Sequence[str]) -> list[str]:
        """See `System.correct`."""
        return [ENGLISH.join(self._correct(ENGLISH.tokenize(source))) for source in sources]

    def signature(self) -> dict[str, object]:
        """See `System.signature`."""
        versions = {name: version(name) for name in ("symspellpy", "lemminflect")}
        return {**super().signature(), **versions}

    def _correct(self, tokens: list[str]) -> list[str]:
        return [next(iter(_respelled(tokens, place)), token) for place, token in enumerate(tokens)]


def _respelled(tokens: Sequence[str], place: int) -> list[str]:
    """Words that the token at a place may be misspelt for, the likeliest first, its case kept.

    Empty for a known token, and for one that a spelling corrector should not change.
    """
    token = tokens[place]
    word = token.lower()
    if not (token.isascii() and token.isalpha() and len(token) >= MIN_LENGTH):
        return []
    starts = place == 0 or tokens[place - 1] in _SENTENCE_ENDS
    if not (token.islower() or (starts and token[1:].islower())) or is_word(word):
        return []
    words = respellings(word)
    return [each.capitalize() for each in words] if token[0].isupper() else list(words)


@lru_cache(maxsize=100_000)
def is_word(word: str) -> bool:
    """Whether a lower-case word is listed, or is an inflection as it is usually spelt."""
    import lemminflect

    return word in _frequencies() or any(
        word in (lemma, *_usual_forms(lemma, part))
        for part, lemmas in lemminflect.getAllLemmas(word).items()
        for lemma in lemmas
    )


@lru_cache(maxsize=100_000)
def respellings(word: str) -> tuple[str, ...]:
    """Words that a lower-case word may be misspelt for, the likeliest first.

    Fewer edits come first, then words that differ only in doubled letters, then those with the same
    first letter, then the more frequent ones. Before them come words that were written as one: a
    verb and its "n't", or two words that often occur together.
    """
    from symspellpy import Verbosity

    ranks = {
        item.term: (
            item.distance,
            _single(item.term) != _single(word),
            item.term[0] != word[0],
            -item.count,
        )
        for item in _symspell().lookup(word, Verbosity.ALL, MAX_EDIT_DISTANCE)
        if item.distance and item.term.isalpha()
    }
    words = sorted(ranks, key=ranks.__getitem__)
    pairs = [(word[:cut], word[cut:]) for cut in range(1, len(word))]
    pairs = [pair for pair in pairs if pair in _pair_frequencies()]
    if pairs:
        words.insert(0, " ".join(max(pairs, key=lambda pair: _pair_frequencies()[tuple(pair)])))
    if negated := _NEGATED.fullmatch(word):
        words.insert(0, f"{negated[1]} n't")
    return tuple(words)


def _single(word: str) -> str:
    """The word with each doubled letter written once."""
    return re.sub(r"(.)\1+", r"\1", word)


def _usual_forms(lemma: str, part: str) -> list[str]:
    """The inflections of a lemma: each the first spelling of its tag, or another that is listed."""
    import lemminflect

    tags = lemminflect.getAllInflections(lemma, upos=part).values()
    return [form for forms in tags for form in forms if form == forms[0] or form in _frequencies()]


@cache
def _symspell() -> "SymSpell":
    from symspellpy import SymSpell

    speller = SymSpell(max_dictionary_edit_distance=MAX_EDIT_DISTANCE)
    for word, frequency in _frequencies().items():
        speller.create_dictionary_entry(word, frequency)
    return speller


@cache
def _frequencies() -> Mapping[str, int]:
    """Frequency of each listed word in a very large corpus."""
    return {words[0]: count for words, count in _counts("frequency_dictionary_en_82_765.txt")}


@cache
def _pair_frequencies() -> Mapping[tuple[str, ...], int]:
    """Frequency of each listed pair of neighbouring words in the same corpus."""
    return dict(_counts("frequency_bigramdictionary_en_243_342.txt"))


def _counts(name: str) -> list[tuple[tuple[str, ...], int]]:
    text = files("symspellpy").joinpath(name).read_text(encoding="utf-8-sig")
    rows = [line.split(" ") for line in text.splitlines()]
    return [(tuple(words), int(count)) for *words, count in rows]
