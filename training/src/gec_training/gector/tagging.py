"""From a sentence and its correction to GECToR's tags (Omelianchuk et al. 2020, section 3)."""

from collections.abc import Sequence
from difflib import SequenceMatcher
from functools import lru_cache
from itertools import product, takewhile

from gec_attribution.systems.gector_tags import (
    AGREEMENTS,
    APPEND,
    CASES,
    DELETE,
    KEEP,
    MERGES,
    REPLACE,
    SPLIT,
    VERB,
    VERB_TAGS,
    inflect,
)

# Costs of an alignment, in which an insertion or a deletion costs 1, and so does a replacement by a
# word with another beginning.
_TRANSFORMED, _ALIKE = 0.2, 0.6
_SHARED_LETTERS = 3


def tags_between(source: Sequence[str], target: Sequence[str]) -> list[str]:
    """One tag for $START and for each token of the source: the first round towards the target.

    Tokens are aligned as they are but for their case. Where several words follow a token, the first
    is appended; a token that is changed itself is changed first, unless in case, which comes last.

    Args:
        source: the tokens to correct.
        target: the corrected tokens.

    Returns:
        Tags such that repeating tagging and `apply_tags` gives the target.
    """
    own = [KEEP] * (len(source) + 1)
    following: list[list[str]] = [[] for _ in own]
    matcher = SequenceMatcher(None, _lower(source), _lower(target), autojunk=False)
    for kind, start, end, target_start, target_end in matcher.get_opcodes():
        if kind == "equal":
            for offset in range(end - start):
                own[start + offset + 1] = _substitution(
                    source[start + offset], target[target_start + offset]
                )
        else:
            _align_block(source[start:end], target[target_start:target_end], start, own, following)
    return [
        f"{APPEND}{words[0]}" if words and (tag == KEEP or tag in CASES) else tag
        for tag, words in zip(own, following, strict=True)
    ]


def _lower(tokens: Sequence[str]) -> list[str]:
    return [token.lower() for token in tokens]


def _align_block(
    source: Sequence[str],
    target: Sequence[str],
    start: int,
    own: list[str],
    following: list[list[str]],
) -> None:
    """Fills in the tags and appended words of a block whose first token is number `start`."""
    best: dict[tuple[int, int], tuple[float, tuple[int, int], str]] = {(0, 0): (0.0, (0, 0), "")}
    for i, j in product(range(len(source) + 1), range(len(target) + 1)):
        cost = best[i, j][0]
        for consumed, produced, tag, price in _moves(source[i:], target[j:]):
            place = i + consumed, j + produced
            # Among equals the later move: a token is replaced, and insertions follow it.
            if place not in best or cost + price <= best[place][0]:
                best[place] = cost + price, (i, j), tag
    place = len(source), len(target)
    while place != (0, 0):
        _, before, tag = best[place]
        i, j = before
        if place[0] == i:
            following[start + i].insert(0, target[j])
        else:
            own[start + i + 1] = tag
            if tag in MERGES:
                own[start + i + 1 : start + place[0]] = [tag] * (place[0] - i - 1)
                own[start + place[0]] = KEEP
        place = before


def _moves(source: Sequence[str], target: Sequence[str]) -> list[tuple[int, int, str, float]]:
    """What the next tokens may become: tokens consumed and produced, tag, cost."""
    moves: list[tuple[int, int, str, float]] = []
    if source:
        moves.append((1, 0, DELETE, 1.0))
    if target:
        moves.append((0, 1, APPEND, 1.0))
    if not (source and target):
        return moves
    tag = _substitution(source[0], target[0])
    moves.append((1, 1, tag, _price(source[0], target[0], tag)))
    wanted = target[0].lower()
    for (merge, joint), count in product(MERGES.items(), (2, 3)):
        if len(source) >= count and joint.join(source[:count]).lower() == wanted:
            moves.append((count, 1, merge, _TRANSFORMED))
    parts = source[0].lower().split("-")
    if len(parts) > 1 and parts == _lower(target[: len(parts)]):
        moves.append((1, len(parts), SPLIT, _TRANSFORMED))
    return moves


def _price(source: str, target: str, tag: str) -> float:
    if source.lower() == target.lower():
        return 0.0
    if not tag.startswith(REPLACE):
        return _TRANSFORMED
    letters = zip(source.lower(), target.lower(), strict=False)
    shared = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], letters))
    likeness = 2 * shared / (len(source) + len(target)) if shared >= _SHARED_LETTERS else 0.0
    return 1.0 - _ALIKE * likeness


@lru_cache(maxsize=200_000)
def _substitution(source: str, target: str) -> str:
    """The tag that turns one token into another."""
    if source == target:
        return KEEP
    for tag, transform in (*CASES.items(), *AGREEMENTS.items()):
        if transform(source) == target:
            return tag
    return _verb_tags(source).get(target, f"{REPLACE}{target}")


@lru_cache(maxsize=100_000)
def _verb_tags(verb: str) -> dict[str, str]:
    """The other forms of a verb, each with the first tag that gives it."""
    tags: dict[str, str] = {}
    for own, wanted in product(VERB_TAGS, VERB_TAGS):
        form = inflect(verb, own, wanted)
        if form is not None and own != wanted:
            tags.setdefault(form, f"{VERB}{own}_{wanted}")
    return tags
