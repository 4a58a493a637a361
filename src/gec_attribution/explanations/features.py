"""Features of an edit before it is explained: names and numbers for a classifier."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

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


def features_of(source: str, edits: Sequence[Edit]) -> list[dict[str, float]]:
    """Features of each edit of a sentence; an absent one is 0."""
    return [
        dict(_features(source, edits, number, edit, correction_of(edit)))
        for number, edit in enumerate(edits)
    ]


def _features(
    source: str, edits: Sequence[Edit], number: int, edit: Edit, correction: str
) -> Iterator[tuple[str, float]]:
    original = source[edit.start : edit.end]
    operation = edit_type(original, correction)
    yield f"operation={operation}", 1.0
    for side, text in (("original", original), ("correction", correction)):
        yield f"{side} length", min(len(text), 12) / 4
        yield f"{side} length={min(len(text), 5)}", 1.0
        marks = sum(character in MARKS for character in text)
        if marks:
            yield f"{side} has marks", 1.0
            yield f"{side} marks share", marks / len(text)
            if marks == len(text):
                yield f"{operation} {side} is marks", 1.0
        if len(text) <= 3:
            yield f"{operation} {side}={text}", 1.0
        for character in set(text):
            yield f"{operation} {side} has {character}", 1.0
        if text and text.isascii():
            yield f"{side} is ascii", 1.0
    yield from _context(source, edit, operation)
    yield from _words(source, edit, original, correction, operation)
    if original and correction:
        yield from _pair(original, correction)
        yield from _parts(original, correction)
    yield from _place(source, edits, number, edit)
    yield from _repetition(source, edit, original, correction, operation)


def _context(source: str, edit: Edit, operation: str) -> Iterator[tuple[str, float]]:
    before, after = source[: edit.start], source[edit.end :]
    left, right = before[-1:] or _BORDER, after[:1] or _BORDER
    yield f"{operation} before={left}", 1.0
    yield f"{operation} after={right}", 1.0
    yield f"before={before[-2:] or _BORDER}", 1.0
    yield f"after={after[:2] or _BORDER}", 1.0
    for side, character in (("before", left), ("after", right)):
        if character in MARKS:
            yield f"{operation} mark {side}", 1.0


def _words(
    source: str, edit: Edit, original: str, correction: str, operation: str
) -> Iterator[tuple[str, float]]:
    target = source[: edit.start] + correction + source[edit.end :]
    around = []
    for side, text, whole in (("original", original, source), ("correction", correction, target)):
        end = edit.start + len(text)
        around.append(list(words_over(whole, edit.start, end)))
        covered = [last - first for first, last in around[-1] if first <= edit.start < end <= last]
        yield f"{side} is word", float(is_word(text))
        yield f"{side} within word", float(bool(around[-1]))
        yield f"{side} word around", max(covered, default=0) / 2
        for word_class in word_classes(text):
            yield f"{operation} {side} class {word_class}", 1.0
            yield f"{operation} {side} class {word_class[0]}", 1.0
    before, after = (bool(words) for words in around)
    yield f"{operation} words {before} {after}", 1.0
    classes = [{*word_classes(text)} for text in (original, correction)]
    if all(classes):
        letters = [{one[0] for one in side} for side in classes]
        yield "classes shared", float(bool(classes[0] & classes[1]))
        yield "class letters shared", float(bool(letters[0] & letters[1]))
    if original and correction:
        yield from _likeness(original, correction, (before, after))


def _pair(original: str, correction: str) -> Iterator[tuple[str, float]]:
    """Relations of a text and its replacement."""
    yield "characters alike", Levenshtein.normalized_similarity(original, correction)
    shared = set(original) & set(correction)
    yield "characters shared", len(shared) / len(set(original) | set(correction))
    yield "longer", max(-3, min(3, len(correction) - len(original)))
    yield "original kept", float(_is_subsequence(original, correction))
    yield "correction held", float(_is_subsequence(correction, original))
    yield "first kept", float(original[0] == correction[0])
    yield "last kept", float(original[-1] == correction[-1])
    same = sorted(original) == sorted(correction)
    yield "same characters", float(same)
    if same:
        yield "swap", float(OSA.distance(original, correction) == 1)
        # Defines 词内部字符异位错误, which has few examples. The value is large so that training
        # hardly penalises its weight.
        yield "swap within word", 6.0 * (is_word(correction) and not is_word(original))
    if len(original) == 1 and len(correction) == 1:
        yield f"{original}>{correction}", 1.0


def _parts(original: str, correction: str) -> Iterator[tuple[str, float]]:
    """Parts of a longer edit: inserted and deleted tokens, their words and marks."""
    put_in, taken_out = Counter(correction), Counter(original)
    common = (put_in & taken_out).total()
    shorter, longer = sorted((len(original), len(correction)))
    yield "kept of shorter", common / shorter
    yield "kept of longer", common / longer
    similarity = LCSseq.similarity(original, correction)
    yield "moved", (common - similarity) / shorter
    yield "moved any", float(common > similarity)
    steps = Counter(
        step.tag
        for step in Levenshtein.editops(original, correction)
        if original[step.src_pos : step.src_pos + 1] not in MARKS
    )
    for tag in ("insert", "delete", "replace"):
        yield f"steps {tag}", min(steps[tag], 6) / 3
        yield f"steps only {tag}", float(bool(steps[tag]) and len(steps) == 1)
    for name, characters in (("put in", put_in - taken_out), ("taken out", taken_out - put_in)):
        for character in characters:
            yield f"{name} {character}", 1.0
    words = ["".join(each for each in text if each not in MARKS) for text in (original, correction)]
    marks = ["".join(each for each in text if each in MARKS) for text in (original, correction)]
    yield f"words {_change(*words)} marks {_change(*marks)}", 1.0
    yield f"marks {marks[0][:2]}>{marks[1][:2]}", 1.0


def _change(original: str, correction: str) -> str:
    return "=" if original == correction else edit_type(original, correction)


def _likeness(
    original: str, correction: str, within: tuple[bool, bool]
) -> Iterator[tuple[str, float]]:
    """Similarity in sound and shape of replaced characters and their replacements.

    Of each text, `within` says whether it is a part of a longer word.
    """
    changed = [
        (before, after)
        for before, after in _replaced(original, correction)
        if before not in MARKS and after not in MARKS
    ]
    if not changed:
        return
    sounds = [sound_similarity(before, after) for before, after in changed]
    shapes = [shape_similarity(before, after) for before, after in changed]
    yield "replaced", len(changed) / 4
    yield "replaced one", float(len(changed) == 1)
    for name, values in (("sound", sounds), ("shape", shapes)):
        yield f"{name} mean", float(np.mean(values))
        yield f"{name} least", min(values)
        yield f"{name} most", max(values)
    yield "shape before sound", float(np.mean(shapes) - np.mean(sounds))
    lengths = f"{len(original) == len(correction)} {min(len(changed), 3)}"
    sound = sum(min(sounds) >= level for level in (0.5, 0.75, 1))
    shape = sum(float(np.mean(shapes)) >= level for level in (0.2, 0.4, 0.6))
    for kind in (f"sound {sound}", f"shape {shape}", f"sound {sound} shape {shape}"):
        yield kind, 1.0
        yield f"{kind} words {within}", 1.0
        yield f"{kind} replaced {lengths}", 1.0
        yield f"{kind} words {within} replaced {lengths}", 1.0


def _replaced(original: str, correction: str) -> Iterator[tuple[str, str]]:
    """The characters that a least costly alignment replaces, with those in their place."""
    for operation in Levenshtein.opcodes(original, correction):
        if operation.tag == "replace":
            yield from zip(
                original[operation.src_start : operation.src_end],
                correction[operation.dest_start : operation.dest_end],
                strict=True,
            )


def _place(
    source: str, edits: Sequence[Edit], number: int, edit: Edit
) -> Iterator[tuple[str, float]]:
    length = len(source)
    yield "place", edit.start / length
    yield "at start", float(edit.start == 0)
    yield "at end", float(edit.end >= length - 1)
    yield "sentence length", min(length, 100) / 50
    yield "edits", min(len(edits), 10) / 5
    yield "only edit", float(len(edits) == 1)
    yield "changed share", sum(each.end - each.start for each in edits) / length
    other_edits = [each for index, each in enumerate(edits) if index != number]
    gaps = [max(each.start - edit.end, edit.start - each.end) for each in other_edits]
    yield "next edit", 1 / (1 + max(0, min(gaps, default=20)))


def _repetition(
    source: str, edit: Edit, original: str, correction: str, operation: str
) -> Iterator[tuple[str, float]]:
    elsewhere = source[: edit.start] + _BORDER + source[edit.end :]
    if original and original in elsewhere:
        yield f"{operation} original elsewhere", 1.0
    if correction and correction in elsewhere:
        yield f"{operation} correction elsewhere", 1.0
        yield "length of correction elsewhere", min(len(correction), 8) / 4
    if set(original) & _PRONOUNS and set(original) != set(correction):
        yield f"{operation} pronoun", 1.0
    if (set(original) ^ set(correction)) & _PARTICLES:
        yield f"{operation} particle", 1.0


def _is_subsequence(short: str, text: str) -> bool:
    rest = iter(text)
    return all(character in rest for character in short)
