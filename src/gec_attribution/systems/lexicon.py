"""English words: which there are, how frequent they are, how they inflect and may be misspelt.

Words and their frequencies are those of symspellpy's list; inflections are those of lemminflect,
which also knows words that the list lacks.
"""

import re
from collections.abc import Mapping
from functools import cache, lru_cache
from importlib.metadata import version
from importlib.resources import files

import lemminflect
from symspellpy import SymSpell, Verbosity

# Parts of speech that inflect.
_INFLECTING = ("NOUN", "VERB", "AUX", "ADJ", "ADV")
# Verbs that learners write "n't" to without its apostrophe.
_NEGATED = (
    *("do", "does", "did", "is", "are", "was", "were", "has", "have", "had"),
    *("would", "could", "should", "must", "need"),
)


def signature() -> dict[str, str]:
    """The versions of what this module looks words up in."""
    return {name: version(name) for name in ("symspellpy", "lemminflect")}


@cache
def frequencies() -> Mapping[str, int]:
    """How often each listed word occurs in a very large corpus."""
    return {words[0]: count for words, count in _counts("frequency_dictionary_en_82_765.txt")}


@cache
def pair_frequencies() -> Mapping[tuple[str, ...], int]:
    """How often each listed pair of words occurs side by side in the same corpus."""
    return dict(_counts("frequency_bigramdictionary_en_243_342.txt"))


@lru_cache(maxsize=100_000)
def is_word(word: str) -> bool:
    """Whether a lower-case word is listed, or is an inflection as it is usually spelt."""
    return word in frequencies() or any(
        word in (lemma, *_usual_forms(lemma, part))
        for part, lemmas in lemminflect.getAllLemmas(word).items()
        for lemma in lemmas
    )


@lru_cache(maxsize=100_000)
def inflections(word: str) -> tuple[str, ...]:
    """The other forms of a lower-case word, whichever part of speech it may be; sorted."""
    forms = {
        form
        for part, lemmas in lemminflect.getAllLemmas(word).items()
        if part in _INFLECTING
        for lemma in lemmas
        for form in (lemma, *_usual_forms(lemma, part))
    }
    return tuple(sorted(form for form in forms - {word} if form.isalpha() and form.islower()))


@lru_cache(maxsize=100_000)
def part_tags(word: str) -> frozenset[str]:
    """The Penn tags that a lower-case word can have as an inflected form."""
    return frozenset(
        tag
        for part, lemmas in lemminflect.getAllLemmas(word).items()
        if part in _INFLECTING
        for lemma in lemmas
        for tag, forms in _tagged_forms(lemma, part).items()
        if word in forms
    )


@lru_cache(maxsize=100_000)
def respellings(word: str, max_edit_distance: int = 2) -> tuple[str, ...]:
    """The words that a lower-case word may be misspelt for, the likeliest first.

    Fewer edits come first, then words that differ only in doubled letters, then those with the same
    first letter, then the more frequent ones. Before them come words that were written as one: a
    verb and its "n't", or two words that often occur together.
    """
    ranks = {
        item.term: (
            item.distance,
            _single(item.term) != _single(word),
            item.term[0] != word[0],
            -item.count,
        )
        for item in _symspell(max_edit_distance).lookup(word, Verbosity.ALL, max_edit_distance)
        if item.distance and item.term.isalpha()
    }
    words = sorted(ranks, key=ranks.__getitem__)
    pairs = [(word[:cut], word[cut:]) for cut in range(1, len(word))]
    pairs = [pair for pair in pairs if pair in pair_frequencies()]
    if pairs:
        words.insert(0, " ".join(max(pairs, key=lambda pair: pair_frequencies()[tuple(pair)])))
    if word.endswith("nt") and word[:-2] in _NEGATED:
        words.insert(0, f"{word[:-2]} n't")
    return tuple(words)


def _single(word: str) -> str:
    """The word with each doubled letter written once."""
    return re.sub(r"(.)\1+", r"\1", word)


def _tagged_forms(lemma: str, part: str) -> dict[str, tuple[str, ...]]:
    forms = lemminflect.getAllInflections(lemma, upos=part)
    # A participle is listed only where it is not the past tense.
    return {"VBN": forms["VBD"], **forms} if "VBD" in forms else forms


def _usual_forms(lemma: str, part: str) -> list[str]:
    """The inflections of a lemma: each the first spelling of its tag, or another that is listed."""
    tags = lemminflect.getAllInflections(lemma, upos=part).values()
    return [form for forms in tags for form in forms if form == forms[0] or form in frequencies()]


@cache
def _symspell(max_edit_distance: int) -> SymSpell:
    speller = SymSpell(max_dictionary_edit_distance=max_edit_distance)
    for word, frequency in frequencies().items():
        speller.create_dictionary_entry(word, frequency)
    return speller


def _counts(name: str) -> list[tuple[tuple[str, ...], int]]:
    text = files("symspellpy").joinpath(name).read_text(encoding="utf-8-sig")
    rows = [line.split(" ") for line in text.splitlines()]
    return [(tuple(words), int(count)) for *words, count in rows]
