"""The single edits of a sentence that are worth considering (Bryant and Briscoe 2018, section 3).

As in the paper, misspelt words, inflections, determiners and prepositions are confused with others
of their kind, or with nothing; here nothing is also confused with a determiner or preposition.
"""

from collections import Counter
from collections.abc import Iterator, Sequence

import numpy as np

from gec_attribution.edits.model import Edit
from gec_attribution.systems.lexicon import inflections
from gec_attribution.systems.spelling import respelled

KINDS = ("spelling", "inflection", "determiner", "preposition")

DETERMINERS = ("a", "an", "the")
PREPOSITIONS = ("about", "at", "by", "for", "from", "in", "of", "on", "to", "with")
# Nats that a word must gain, times log(1 + rank), to be preferred to a likelier respelling.
RANK_COST = 2.0
# Spellings tried for one word.
RESPELLINGS = 4


def confusions(tokens: Sequence[str]) -> list[Edit]:
    """Every edit of a sentence that the confusion sets allow, with one of `KINDS` as its type.

    Of the respellings of a word the likeliest comes first.
    """
    return [edit for place in range(len(tokens)) for edit in _confusions_at(tokens, place)]


def _confusions_at(tokens: Sequence[str], place: int) -> Iterator[Edit]:
    token = tokens[place]
    word = token.lower()
    for respelling in respelled(tokens, place)[:RESPELLINGS]:
        yield Edit(place, place + 1, respelling, "spelling")
    if not token.isalpha() or not (token.islower() or place == 0):
        return
    functions = {"determiner": DETERMINERS, "preposition": PREPOSITIONS}
    for kind, words in functions.items():
        if word in words:
            for substitute in words:
                if substitute != word:
                    yield Edit(place, place + 1, cased(substitute, token), kind)
            if place + 1 < len(tokens):
                yield _without(tokens, place, kind)
            return
    for substitute in inflections(word):
        yield Edit(place, place + 1, cased(substitute, token), "inflection")
    for kind, words in functions.items():
        if place and tokens[place - 1].isalpha() and tokens[place - 1].lower() not in words:
            for substitute in words:
                yield Edit(place, place, substitute, kind)


def costs(edits: Sequence[Edit]) -> np.ndarray:
    """Nats that each edit must gain to be as good as none, (n,)."""
    return RANK_COST * np.log1p(spelling_ranks(edits))


def spelling_ranks(edits: Sequence[Edit]) -> list[int]:
    """How many respellings of the same word come before each edit; 0 for other kinds."""
    before: Counter[int] = Counter()
    ranks = []
    for edit in edits:
        ranks.append(before[edit.start] if edit.type == "spelling" else 0)
        before[edit.start] += edit.type == "spelling"
    return ranks


def cased(word: str, like: str) -> str:
    """The word with a capital if `like` begins with one."""
    return word[:1].upper() + word[1:] if like[:1].isupper() else word


def _without(tokens: Sequence[str], place: int, kind: str) -> Edit:
    """The deletion of a token; if it began with a capital, the next one then does."""
    following = cased(tokens[place + 1], tokens[place])
    if following == tokens[place + 1]:
        return Edit(place, place + 1, "", kind)
    return Edit(place, place + 2, following, kind)
