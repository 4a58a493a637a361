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
_NEGATED = re.compile(
    "(do|does|did|is|are|was|were|has|have|had|would|could|should|must|need)nt"
)


class Spelling(System):
    """Replaces words that are in no list by the nearest and most frequent listed word.

    Known words, names (capitals inside a sentence), numbers, clitics and punctuation stay as they
    are, and so does an unknown word that resembles no other.
    """

    languages = ("en",)

    def correct(self, sources: Sequence[str]) -> list[str]:
        """See `System.correct`."""
        corrections = []
        for tokens in map(ENGLISH.tokenize, sources):
            places = range(len(tokens))
            corrections.append(ENGLISH.join(_respelled(tokens, at) for at in places))
        return corrections

    def signature(self) -> dict[str, object]:
        """See `System.signature`."""
        versions = {name: version(name) for name in ("symspellpy", "lemminflect")}
        return {**super().signature(), **versions}


def _respelled(tokens: Sequence[str], place: int) -> str:
    """The token at a place, or the word that it is likeliest misspelt for, its case kept."""
    token = tokens[place]
    word = token.lower()
    if not (token.isascii() and token.isalpha() and len(token) >= MIN_LENGTH):
        return token
    begins_sentence = place == 0 or tokens[place - 1] in _SENTENCE_ENDS
    is_ordinary = token.islower() or (begins_sentence and token[1:].islower())
    if not is_ordinary or is_word(word):
        return token
    respelled = respelling(word)
    if token[0].isupper():
        return respelled.capitalize()
    return respelled


@lru_cache(maxsize=100_000)
def is_word(word: str) -> bool:
    """Return whether a lower-case word is listed, or is an inflection as it is usually spelt."""
    import lemminflect

    if word in _frequencies():
        return True
    for part, lemmas in lemminflect.getAllLemmas(word).items():
        for lemma in lemmas:
            if word == lemma or word in _usual_forms(lemma, part):
                return True
    return False


@lru_cache(maxsize=100_000)
def respelling(word: str) -> str:
    """The text that a lower-case word is likeliest misspelt for; itself where there is none.

    Words that were written as one come first: a verb and its "n't", or two words that often occur
    together. Then fewer edits count, then a difference in doubled letters alone, then the same
    first letter, then frequency.
    """
    from symspellpy import Verbosity

    negated = _NEGATED.fullmatch(word)
    if negated:
        return f"{negated[1]} n't"
    frequencies = _pair_frequencies()
    pairs = [(word[:cut], word[cut:]) for cut in range(1, len(word))]
    known_pairs = [pair for pair in pairs if pair in frequencies]
    if known_pairs:
        most_frequent = max(known_pairs, key=lambda pair: frequencies[pair])
        return " ".join(most_frequent)
    ranks = {}
    for item in _symspell().lookup(word, Verbosity.ALL, MAX_EDIT_DISTANCE):
        term = item.term
        if item.distance and term.isalpha():
            differs = _single(term) != _single(word)
            begins_otherwise = term[0] != word[0]
            ranks[term] = (item.distance, differs, begins_otherwise, -item.count)
    return min(ranks, key=ranks.__getitem__, default=word)


def _single(word: str) -> str:
    """The word with each doubled letter written once."""
    return re.sub(r"(.)\1+", r"\1", word)


def _usual_forms(lemma: str, part: str) -> list[str]:
    """The inflections of a lemma: each the first spelling of its tag, or another that is listed."""
    import lemminflect

    usual = []
    for forms in lemminflect.getAllInflections(lemma, upos=part).values():
        first, *others = forms
        usual += [first, *(form for form in others if form in _frequencies())]
    return usual


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
    counts = _counts("frequency_dictionary_en_82_765.txt")
    return {word: count for (word,), count in counts}


@cache
def _pair_frequencies() -> Mapping[tuple[str, ...], int]:
    """Frequency of each listed pair of neighbouring words in the same corpus."""
    return dict(_counts("frequency_bigramdictionary_en_243_342.txt"))


def _counts(name: str) -> list[tuple[tuple[str, ...], int]]:
    text = files("symspellpy").joinpath(name).read_text(encoding="utf-8-sig")
    rows = [line.split(" ") for line in text.splitlines()]
    return [(tuple(words), int(count)) for *words, count in rows]
