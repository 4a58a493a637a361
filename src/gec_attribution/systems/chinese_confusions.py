"""The single edits of a Chinese sentence that are worth considering.

A character is confused with those that sound or look alike; function words and marks with others of
their kind, or with nothing; neighbours may have changed places, or the same be written twice.
"""

import functools
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

import numpy as np

from gec_attribution.edits.model import Edit
from gec_attribution.languages.chinese_lexicons import readings
from gec_attribution.languages.chinese_relations import (
    commonness,
    components,
    shape_similarity,
)

KINDS = ("sound", "shape", "function", "order", "repetition")

# Function words of a character, by their kind; and marks.
FUNCTION_WORDS = (
    "的地得",
    "了过着",
    "在于从到",
    "和跟与及",
    "对给向为",
    "把被让使",
    "也都就还才又",
    "会能要可",
    "很太最更",
    "是有",
    "上里中下",
    "这那",
    "们",
    "，。、；：！？.,;:!?",
)
# What is inserted.
INSERTED = "，的了是在会有就都到也"
# The most characters that one is taken to be written for by sound, and by shape.
ALIKE = 16
# A character that looks like another shares at least this part of its components with it.
LEAST_SHAPE = 0.4

# Nats that a character is worth, about what one costs where it belongs: without it, leaving out
# characters would nearly always make a sentence likelier.
WORTH = 4.0
# Nats that it takes to believe in another error than those of function words and marks.
RARITY = 4.0

_KIND_OF = {character: kind for kind in FUNCTION_WORDS for character in kind}


def confusions(tokens: Sequence[str]) -> list[Edit]:
    """Every edit of a sentence that the confusion sets allow, with one of `KINDS` as its type.

    Args:
        tokens: characters.
    """
    distinct: dict[tuple[int, int, str], Edit] = {}
    for place in range(len(tokens)):
        for edit in _confusions_at(tokens, place):
            distinct.setdefault((edit.start, edit.end, edit.correction), edit)
    return list(distinct.values())


def costs(edits: Sequence[Edit]) -> np.ndarray:
    """Nats that each edit must gain to be as good as none, (n,)."""
    added = np.array([len(edit.tokens) - (edit.end - edit.start) for edit in edits], dtype=float)
    rare = np.array([edit.type != "function" for edit in edits], dtype=float)
    return RARITY * rare - WORTH * added


def _confusions_at(tokens: Sequence[str], place: int) -> Iterator[Edit]:
    character = tokens[place]
    following = tokens[place + 1] if place + 1 < len(tokens) else ""
    if character == following:
        yield Edit(place, place + 1, "", "repetition")
    kind = _KIND_OF.get(character, "")
    for substitute in kind:
        if substitute != character:
            yield Edit(place, place + 1, substitute, "function")
    if kind and following:
        yield Edit(place, place + 1, "", "function")
    for substitute in INSERTED:
        if place and substitute not in (character, tokens[place - 1]):
            yield Edit(place, place, substitute, "function")
    if following and following != character and character in commonness():
        yield Edit(place, place + 2, f"{following} {character}", "order")
    for substitute in sound_alikes(character):
        yield Edit(place, place + 1, substitute, "sound")
    for substitute in shape_alikes(character):
        yield Edit(place, place + 1, substitute, "shape")


@functools.cache
def sound_alikes(character: str) -> tuple[str, ...]:
    """Characters with a reading in common, tones left aside, those of more words first."""
    if character not in commonness():
        return ()
    alike = {other for reading in readings(character) for other in _by_reading()[reading]}
    return _commonest(alike - {character})


@functools.cache
def shape_alikes(character: str) -> tuple[str, ...]:
    """Characters that share many of their components, those that share most first."""
    if character not in commonness():
        return ()
    sharing = {other for part in components(character, 1) for other in _by_part()[part]}
    alike = {other: shape_similarity(character, other) for other in sharing - {character}}
    near = [other for other in _commonest(alike, len(alike)) if alike[other] >= LEAST_SHAPE]
    return tuple(sorted(near, key=lambda other: -alike[other])[:ALIKE])


def _commonest(characters: Iterable[str], most: int = ALIKE) -> tuple[str, ...]:
    counts = commonness()
    return tuple(sorted(characters, key=lambda each: (-counts[each], each))[:most])


@functools.cache
def _by_reading() -> Mapping[str, set[str]]:
    sharing: defaultdict[str, set[str]] = defaultdict(set)
    for character in commonness():
        for reading in readings(character):
            sharing[reading].add(character)
    return sharing


@functools.cache
def _by_part() -> Mapping[str, set[str]]:
    sharing: defaultdict[str, set[str]] = defaultdict(set)
    for character in commonness():
        for part in components(character, 1):
            sharing[part].add(character)
    return sharing
