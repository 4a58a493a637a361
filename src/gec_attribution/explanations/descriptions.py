"""Descriptions of edits for learners of Chinese, from templates.

A description first names the error and its reason, by the type, and then the remedy, by the
operation. Quotations from the source are in 【】, text of the correction in {}. The templates and
the uses of marks and function words are in `templates.yaml` next to this module.
"""

import functools
import re
from importlib import resources
from typing import Any

import yaml

from gec_attribution.edits.chunks import edit_type
from gec_attribution.edits.model import Edit
from gec_attribution.explanations.features import MARKS
from gec_attribution.explanations.records import correction_of
from gec_attribution.languages.chinese_relations import words_over

TEMPLATES = "templates.yaml"
CONTEXT = 4
"""The most characters of the same clause that are quoted on either side of an edit."""
LONG = 24
"""A quotation of more characters is shortened in its middle."""

_BETWEEN_CLAUSES = re.compile(f"[{re.escape(''.join(sorted(MARKS)))}]")
_HALF_WIDTH = dict(zip(",.?!:;()", "，。？！：；（）", strict=True))

_Entries = dict[str, dict[str, str]]
_ANY_MARK = {"name": "标点", "use": "用来表示句子中的停顿"}
_ANY_WORD = {"kind": "词语", "use": "表示这个意思"}


def describe(source: str, edit: Edit, label: str) -> str:
    """Description, for a learner, of an edit of a sentence's characters.

    Raises:
        KeyError: the label is no type of `taxonomy.LABELS`.
    """
    original = source[edit.start : edit.end]
    correction = correction_of(edit)
    operation = edit_type(original, correction)
    reasons = _templates()["reasons"][label]
    # From the most particular form of a reason to the one for any edit.
    forms = [operation, "any"]
    if operation in "MR":
        forms.insert(1, "one-sided")
    if _HALF_WIDTH.get(original) == correction:
        forms.insert(0, "half-width")
    reason = next(reasons[form] for form in forms if form in reasons)
    only_marks = MARKS.issuperset(original + correction)
    fix = _templates()["mark_fixes" if only_marks else "fixes"][operation]
    return (reason + fix).format_map(_quotations(source, edit, original, correction))


def _quotations(
    source: str, edit: Edit, original: str, correction: str
) -> dict[str, str]:
    """Texts that stand for the names in templates."""
    text_before = source[: edit.start][-CONTEXT:]
    text_after = source[edit.end :][:CONTEXT]
    before = _BETWEEN_CLAUSES.split(text_before)[-1]
    after = _BETWEEN_CLAUSES.split(text_after)[0]
    if not before + after:
        before = text_before
        after = text_after
    old_word, new_word = _word_around(source, edit, original, correction)
    quoted = {
        "original": original,
        "correction": correction,
        "old": before + original + after,
        "new": before + correction + after,
        "old_word": old_word,
        "new_word": new_word,
    }
    texts = {name: _shortened(text) for name, text in quoted.items()}
    texts["place"] = f"【{before}】后" if before else f"【{after}】前"
    texts |= _words().get(correction, _ANY_WORD)
    for side in ("original", "correction"):
        mark = _mark(quoted[side])
        texts[f"{side}_name"] = mark["name"]
        texts[f"{side}_use"] = mark["use"]
    return texts


def _word_around(
    source: str, edit: Edit, original: str, correction: str
) -> tuple[str, str]:
    """The shortest word that an edit corrects a part of: as it was, and as it is corrected."""
    before = source[: edit.start]
    after = source[edit.end :]
    end = edit.start + len(correction)
    words = []
    for first, last in words_over(before + correction + after, edit.start, end):
        if first <= edit.start and end <= last:
            words.append((before[first:], after[: last - end]))
    if not words:
        return original, correction
    left, right = min(words, key=lambda sides: len(sides[0] + sides[1]))
    return left + original + right, left + correction + right


def _shortened(text: str) -> str:
    if len(text) <= LONG:
        return text
    return f"{text[: LONG // 2]}……{text[-LONG // 2 :]}"


def _mark(text: str) -> dict[str, str]:
    """The first mark in a text that has a name."""
    for character in text:
        mark = _marks().get(_HALF_WIDTH.get(character, character))
        if mark:
            return mark
    return _ANY_MARK


@functools.cache
def _templates() -> dict[str, Any]:
    file = resources.files("gec_attribution.explanations").joinpath(TEMPLATES)
    return yaml.safe_load(file.read_text("utf-8"))


@functools.cache
def _marks() -> _Entries:
    marks: _Entries = {}
    for entry in _templates()["marks"]:
        marks |= dict.fromkeys(entry["characters"], entry)
    return marks


@functools.cache
def _words() -> _Entries:
    words: _Entries = {}
    for entry in _templates()["words"]:
        words |= dict.fromkeys(entry["words"].split(), entry)
    return words
