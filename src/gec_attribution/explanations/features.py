"""Features of an edit before it is explained: names and numbers for a classifier."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import NamedTuple, Self

import numpy as np
from rapidfuzz.distance import OSA, LCSseq, Levenshtein

from gec_attribution.edits.chunks import edit_type
from gec_attribution.edits.model import Edit
from gec_attribution.explanations.records import correction_of
from gec_attribution.languages.chinese_alignment import PUNCTUATION
from gec_attribution.languages.chinese_relations import (
    is_word,
    shape_similarity,
    sound_similarity,
    word_classes,
    words_over,
)

MARKS = frozenset(PUNCTUATION + "。")
_BORDER = "^"
_PRONOUNS = frozenset("我你您他她它此该其这那")
_PARTICLES = frozenset("吗呢吧啊呀嘛哦啦")

Features = Mapping[str, float]
Named = Iterator[str | tuple[str, float]]
"""Features one by one: a name with its number or truth value, or a name alone for 1."""


def features_of(source: str, edits: Sequence[Edit]) -> list[dict[str, float]]:
    """Features of each edit of a sentence; an absent one is 0."""
    described = []
    for edit in edits:
        others = [each for each in edits if each is not edit]
        of_change = _features(_Change.of(source, edit))
        features: dict[str, float] = {}
        for feature in chain(of_change, _place(source, edit, others)):
            if isinstance(feature, str):
                features[feature] = 1.0
            else:
                name, value = feature
                features[name] = float(value)
        described.append(features)
    return described


class _Change(NamedTuple):
    """An edit of a sentence.

    Attributes:
        before: the sentence up to the edit.
        original: the characters that it takes out.
        correction: the characters that it puts in.
        after: the rest of the sentence.
        operation: M, R, S or W, as ChERRANT names it.
    """

    before: str
    original: str
    correction: str
    after: str
    operation: str

    @classmethod
    def of(cls, source: str, edit: Edit) -> Self:
        """The change by an edit of the source's characters."""
        before = source[: edit.start]
        original = source[edit.start : edit.end]
        correction = correction_of(edit)
        after = source[edit.end :]
        return cls(before, original, correction, after, edit_type(original, correction))


def _features(change: _Change) -> Named:
    """The features of an edit but for its place among others."""
    yield f"operation={change.operation}"
    yield from _side("original", change.original, change.operation)
    yield from _side("correction", change.correction, change.operation)
    yield from _context(change)
    yield from _words("original", change.original, change)
    yield from _words("correction", change.correction, change)
    original_is_within = bool(_longer_words(change.original, change))
    correction_is_within = bool(_longer_words(change.correction, change))
    is_within = (original_is_within, correction_is_within)
    yield f"{change.operation} words {original_is_within} {correction_is_within}"
    yield from _classes(change.original, change.correction)
    if change.original and change.correction:
        yield from _likeness(change.original, change.correction, is_within)
        yield from _pair(change.original, change.correction)
        yield from _parts(change.original, change.correction)
    yield from _repetition(change)


def _side(side: str, text: str, operation: str) -> Named:
    """The characters that an edit takes out, or puts in."""
    yield f"{side} length", min(len(text), 12) / 4
    yield f"{side} length={min(len(text), 5)}"
    marks = sum(character in MARKS for character in text)
    if marks:
        yield f"{side} has marks"
        yield f"{side} marks share", marks / len(text)
        if marks == len(text):
            yield f"{operation} {side} is marks"
    if len(text) <= 3:
        yield f"{operation} {side}={text}"
    for character in set(text):
        yield f"{operation} {side} has {character}"
    if text and text.isascii():
        yield f"{side} is ascii"


def _context(change: _Change) -> Named:
    """The characters around an edit."""
    operation = change.operation
    left = change.before[-1:] or _BORDER
    right = change.after[:1] or _BORDER
    yield f"{operation} before={left}"
    yield f"{operation} after={right}"
    yield f"before={change.before[-2:] or _BORDER}"
    yield f"after={change.after[:2] or _BORDER}"
    if left in MARKS:
        yield f"{operation} mark before"
    if right in MARKS:
        yield f"{operation} mark after"


def _longer_words(text: str, change: _Change) -> list[tuple[int, int]]:
    """Places of words that overlap a text, in the place of the edit, and reach beyond it."""
    start = len(change.before)
    whole = change.before + text + change.after
    return list(words_over(whole, start, start + len(text)))


def _words(side: str, text: str, change: _Change) -> Named:
    """Words that the characters of one side are, or are a part of."""
    start = len(change.before)
    end = start + len(text)
    longer = _longer_words(text, change)
    covering = [last - first for first, last in longer if first <= start < end <= last]
    yield f"{side} is word", is_word(text)
    yield f"{side} within word", bool(longer)
    yield f"{side} word around", max(covering, default=0) / 2
    for word_class in word_classes(text):
        yield f"{change.operation} {side} class {word_class}"
        yield f"{change.operation} {side} class {word_class[0]}"


def _classes(original: str, correction: str) -> Named:
    """Classes of meaning that both sides have, where both are words."""
    classes = set(word_classes(original))
    new_classes = set(word_classes(correction))
    if classes and new_classes:
        letters = {word_class[0] for word_class in classes}
        new_letters = {word_class[0] for word_class in new_classes}
        yield "classes shared", bool(classes & new_classes)
        yield "class letters shared", bool(letters & new_letters)


def _pair(original: str, correction: str) -> Named:
    """Relations of a text and its replacement."""
    yield "characters alike", Levenshtein.normalized_similarity(original, correction)
    shared = set(original) & set(correction)
    yield "characters shared", len(shared) / len(set(original) | set(correction))
    yield "longer", max(-3, min(3, len(correction) - len(original)))
    yield "original kept", _is_subsequence(original, correction)
    yield "correction held", _is_subsequence(correction, original)
    yield "first kept", original[0] == correction[0]
    yield "last kept", original[-1] == correction[-1]
    same = sorted(original) == sorted(correction)
    yield "same characters", same
    if same:
        yield "swap", OSA.distance(original, correction) == 1
        # Defines 词内部字符异位错误, which has few examples. The value is large so that training
        # hardly penalises its weight.
        yield "swap within word", 6.0 * (is_word(correction) and not is_word(original))
    if len(original) == 1 and len(correction) == 1:
        yield f"{original}>{correction}"


def _parts(original: str, correction: str) -> Named:
    """Parts of a longer edit: inserted and deleted tokens, their words and marks."""
    put_in = Counter(correction)
    taken_out = Counter(original)
    common = (put_in & taken_out).total()
    shorter = min(len(original), len(correction))
    longer = max(len(original), len(correction))
    yield "kept of shorter", common / shorter
    yield "kept of longer", common / longer
    similarity = LCSseq.similarity(original, correction)
    yield "moved", (common - similarity) / shorter
    yield "moved any", common > similarity
    steps: Counter[str] = Counter()
    for step in Levenshtein.editops(original, correction):
        if original[step.src_pos : step.src_pos + 1] not in MARKS:
            steps[step.tag] += 1
    for tag in ("insert", "delete", "replace"):
        yield f"steps {tag}", min(steps[tag], 6) / 3
        yield f"steps only {tag}", bool(steps[tag]) and len(steps) == 1
    for character in put_in - taken_out:
        yield f"put in {character}"
    for character in taken_out - put_in:
        yield f"taken out {character}"
    words, marks = _words_and_marks(original)
    new_words, new_marks = _words_and_marks(correction)
    yield f"words {_kind(words, new_words)} marks {_kind(marks, new_marks)}"
    yield f"marks {marks[:2]}>{new_marks[:2]}"


def _words_and_marks(text: str) -> tuple[str, str]:
    words = "".join(character for character in text if character not in MARKS)
    marks = "".join(character for character in text if character in MARKS)
    return words, marks


def _kind(original: str, correction: str) -> str:
    """The operation that makes the correction; `=` where nothing changes."""
    if original == correction:
        return "="
    return edit_type(original, correction)


def _likeness(original: str, correction: str, within: tuple[bool, bool]) -> Named:
    """Similarity in sound and shape of replaced characters and their replacements.

    Of each text, `within` says whether it is a part of a longer word.
    """
    sounds = []
    shapes = []
    for before, after in _replaced(original, correction):
        if before not in MARKS and after not in MARKS:
            sounds.append(sound_similarity(before, after))
            shapes.append(shape_similarity(before, after))
    count = len(sounds)
    if count == 0:
        return
    mean_sound = float(np.mean(sounds))
    mean_shape = float(np.mean(shapes))
    yield "replaced", count / 4
    yield "replaced one", count == 1
    yield "sound mean", mean_sound
    yield "sound least", min(sounds)
    yield "sound most", max(sounds)
    yield "shape mean", mean_shape
    yield "shape least", min(shapes)
    yield "shape most", max(shapes)
    yield "shape before sound", mean_shape - mean_sound
    lengths = f"{len(original) == len(correction)} {min(count, 3)}"
    sound = sum(min(sounds) >= level for level in (0.5, 0.75, 1))
    shape = sum(mean_shape >= level for level in (0.2, 0.4, 0.6))
    for kind in (f"sound {sound}", f"shape {shape}", f"sound {sound} shape {shape}"):
        yield kind
        yield f"{kind} words {within}"
        yield f"{kind} replaced {lengths}"
        yield f"{kind} words {within} replaced {lengths}"


def _replaced(original: str, correction: str) -> Iterator[tuple[str, str]]:
    """The characters that a least costly alignment replaces, with those in their place."""
    for step in Levenshtein.editops(original, correction):
        if step.tag == "replace":
            yield original[step.src_pos], correction[step.dest_pos]


def _place(source: str, edit: Edit, others: Sequence[Edit]) -> Named:
    """The place of an edit in its sentence and among the other edits."""
    length = len(source)
    changed = sum(each.end - each.start for each in (edit, *others))
    gaps = [max(each.start - edit.end, edit.start - each.end) for each in others]
    nearest = max(0, min(gaps, default=20))
    yield "place", edit.start / length
    yield "at start", edit.start == 0
    yield "at end", edit.end >= length - 1
    yield "sentence length", min(length, 100) / 50
    yield "edits", min(len(others) + 1, 10) / 5
    yield "only edit", not others
    yield "changed share", changed / length
    yield "next edit", 1 / (1 + nearest)


def _repetition(change: _Change) -> Named:
    """Text of an edit that occurs elsewhere in its sentence, and pronouns and particles in it."""
    original = change.original
    correction = change.correction
    operation = change.operation
    elsewhere = change.before + _BORDER + change.after
    if original and original in elsewhere:
        yield f"{operation} original elsewhere"
    if correction and correction in elsewhere:
        yield f"{operation} correction elsewhere"
        yield "length of correction elsewhere", min(len(correction), 8) / 4
    taken_out = set(original)
    put_in = set(correction)
    if taken_out & _PRONOUNS and taken_out != put_in:
        yield f"{operation} pronoun"
    if (taken_out ^ put_in) & _PARTICLES:
        yield f"{operation} particle"


def _is_subsequence(short: str, text: str) -> bool:
    rest = iter(text)
    return all(character in rest for character in short)
