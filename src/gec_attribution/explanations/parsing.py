"""Parser of a model's answer into a target, edits and explanations.

Nothing a model writes is an error. A part with one possible meaning is mended, any other is left
out, and both are reported. A value that cannot be left out is the one of EXCGEC's authors: the
source as target, `其他错误` for an unknown type, 1 for a severity other than 1 to 5. Contents that
do not agree with their intervals are kept: `records` notes them.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from gec_attribution.edits.chunks import edit_type
from gec_attribution.edits.model import Edit, Explanation, m2_text
from gec_attribution.explanations.damaged_json import (
    CODE_FENCE,
    CUT_OFF,
    TEXT_AROUND,
    Repair,
    Repairs,
    read_damaged,
    shortened,
)
from gec_attribution.explanations.records import (
    EMPTY_DESCRIPTION,
    MISSING_FIELD,
    UNKNOWN_SEVERITY,
    UNKNOWN_TYPE,
    ExplainedSentence,
    Interval,
    JsonObject,
    PlacedEdit,
)
from gec_attribution.explanations.tasks import TARGET_MARKER, Task
from gec_attribution.explanations.taxonomy import ERROR_TYPES, LABELS, OTHER, SEVERITIES
from gec_attribution.languages.zh import CHINESE

# Further kinds of repairs, besides those of `damaged_json` and the notes of `records`.
NO_TARGET = "no target, the source is taken"
NO_LIST = "no list of edits or explanations"
BAD_EDIT = "edit without two intervals and contents, left out"
BAD_EXPLANATION = "explanation without type, severity or description, left out"
NO_EXPLANATION = "edit without an explanation"
NO_EDIT = "explanation without an edit, left out"
TYPE_NAME = "type by another form of its name"
NUMBER_AS_TEXT = "number written as text or as a fraction"
SURROGATE = "half of a surrogate pair replaced"


@dataclass(frozen=True, slots=True)
class Parsed:
    """Parsed answer of a model.

    Attributes:
        sentence: source, target, and the edits that have an explanation.
        unexplained: the edits that have none, in the order written.
        repairs: texts mended or left out.
        answers: what the model wrote, in order: for most tasks two texts.
    """

    sentence: ExplainedSentence
    unexplained: tuple[PlacedEdit, ...] = ()
    repairs: tuple[Repair, ...] = ()
    answers: tuple[str, ...] = ()


def parse(
    task: Task,
    text: str,
    source: str,
    target: str | None = None,
    edits: Sequence[PlacedEdit] | None = None,
) -> Parsed:
    """Read the answer of a model, without its special tokens. Never raises, whatever the text.

    `source` is the sentence that the model was shown; `target` and `edits` are its correction, of
    explain-only.
    """
    if task == Task.CORRECT_ONLY:
        return _parse_correction(text, source)
    content, repairs = read_damaged(_MARKER.sub("", text))
    if isinstance(content, list):
        content = {"explanations": content}
    content = content or {}
    if target is None:
        target = _target(content.get("target"), source, repairs)
    explanations = _list(content, "explanations", repairs)
    written: list[PlacedEdit | None] = list(edits or ())
    if edits is None:
        items = _list(content, "edits", repairs)
        written = [_edit(item, source, target, repairs) for item in items]
    matched = _matched(written, explanations, repairs)
    explained = []
    unexplained = []
    for place, edit in enumerate(written):
        if edit is None:
            continue
        if place in matched:
            explained.append(edit.explained(matched[place]))
        else:
            unexplained.append(edit)
            repairs.append(Repair(NO_EXPLANATION, shortened(repr(edit.edit))))
    sentence = ExplainedSentence(source, target, tuple(explained))
    return Parsed(sentence, tuple(unexplained), tuple(repairs))


def parse_target(text: str, source: str) -> tuple[str, tuple[Repair, ...]]:
    """The target that begins an answer, which may end after it; else the source."""
    content, damage = read_damaged(_MARKER.sub("", text))
    repairs = [one for one in damage if one.about not in (CUT_OFF, TEXT_AROUND)]
    written = content.get("target") if isinstance(content, dict) else None
    return _target(written, source, repairs), tuple(repairs)


_MARKER = re.compile(rf"{TARGET_MARKER}\s*(?=[\"“”＂'‘’](?:edits|target))")


def _parse_correction(text: str, source: str) -> Parsed:
    """A target as plain text: the first line that has any."""
    repairs: Repairs = []
    lines = [line for line in text.splitlines() if line.strip()]
    if any(line.lstrip().startswith("```") for line in lines):
        repairs.append(Repair(CODE_FENCE, shortened(text)))
        lines = [line for line in lines if not line.lstrip().startswith("```")]
    if lines and re.match(r"\s*\{\s*[\"“”＂'‘’]target", lines[0]):
        content, damage = read_damaged("\n".join(lines))
        repairs += damage
        written = content.get("target") if isinstance(content, dict) else None
        lines = [written] if isinstance(written, str) else []
    if len(lines) > 1:
        repairs.append(Repair(TEXT_AROUND, shortened("\n".join(lines[1:]))))
    target = _target(lines[0] if lines else None, source, repairs)
    return Parsed(ExplainedSentence(source, target, ()), repairs=tuple(repairs))


def _target(value: object, source: str, repairs: Repairs) -> str:
    if isinstance(value, str):
        target = CHINESE.normalise(_encodable(value, repairs))
        if target:
            return CHINESE.with_spaces_of(source, target)
    repairs.append(Repair(NO_TARGET, shortened(value)))
    return source


def _encodable(text: str, repairs: Repairs) -> str:
    """A text without halves of surrogate pairs, which no file can hold."""
    encodable = text.encode("utf-8", "replace").decode("utf-8")
    if encodable != text:
        repairs.append(Repair(SURROGATE, shortened(ascii(text))))
    return encodable


def _list(content: JsonObject, name: str, repairs: Repairs) -> list[Any]:
    value = content.get(name)
    if isinstance(value, list):
        return value
    repairs.append(Repair(NO_LIST, f"`{name}`: {shortened(value)}"))
    return []


def _edit(
    content: object, source: str, target: str, repairs: Repairs
) -> PlacedEdit | None:
    if not isinstance(content, dict):
        repairs.append(Repair(BAD_EDIT, shortened(content)))
        return None
    in_source = _interval(content.get("src_interval"), repairs)
    in_target = _interval(content.get("tgt_interval"), repairs)
    before = _content(content, "src", source, in_source, repairs)
    after = _content(content, "tgt", target, in_target, repairs)
    if in_source is None or in_target is None or before is None or after is None:
        repairs.append(Repair(BAD_EDIT, shortened(content)))
        return None
    edit = Edit(*in_source, m2_text(after), edit_type(before, after))
    return PlacedEdit(edit, before, in_target)


def _interval(value: object, repairs: Repairs) -> Interval | None:
    if not isinstance(value, list) or len(value) != 2:
        return None
    start, end = (_integer(one, repairs) for one in value)
    if start is None or end is None or not 0 <= start <= end:
        return None
    return start, end


_NUMERALS = {"一": 1, "二": 2, "三": 3, "四": 4, "五": 5}


def _integer(value: object, repairs: Repairs) -> int | None:
    """A number that is certain, None if it is not."""
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    number = None
    if isinstance(value, float) and value.is_integer():
        number = int(value)
    if isinstance(value, str):
        text = value.strip().removesuffix("级")
        if re.fullmatch(r"[0-9０-９]{1,9}(?:\.0)?", text):
            number = int(text.removesuffix(".0"))
        number = _NUMERALS.get(text, number)
    if number is not None:
        repairs.append(Repair(NUMBER_AS_TEXT, shortened(repr(value))))
    return number


def _content(
    content: JsonObject,
    side: str,
    text: str,
    interval: Interval | None,
    repairs: Repairs,
) -> str | None:
    """The characters of an edit on one side; where none are written, those at its interval."""
    for name in (f"{side}_tokens", f"{side}_content"):
        value = content.get(name)
        if isinstance(value, list) and all(isinstance(one, str) for one in value):
            value = "".join(value)
        if isinstance(value, str):
            return CHINESE.unspaced(_encodable(value, repairs))
    characters = CHINESE.unspaced(text)
    if interval is None or interval[1] > len(characters):
        return None
    repairs.append(Repair(MISSING_FIELD, f"`{side}_tokens`"))
    return characters[slice(*interval)]


def _matched(
    edits: Sequence[PlacedEdit | None], contents: list[Any], repairs: Repairs
) -> dict[int, Explanation]:
    """Explanations by the place of their edit: the one that they name, else the one beside them."""
    matched: dict[int, Explanation] = {}
    unmatched = {place for place, edit in enumerate(edits) if edit is not None}
    for beside, content in enumerate(contents):
        explanation = _explanation(content, repairs)
        if explanation is None:
            continue
        places = [beside]
        if "src_interval" in content:
            interval = _interval(content["src_interval"], repairs)
            places = [
                place
                for place, edit in enumerate(edits)
                if edit is not None and edit.edit.span == interval
            ]
        free = [place for place in places if place in unmatched]
        if free:
            unmatched.remove(free[0])
            matched[free[0]] = explanation
        else:
            repairs.append(Repair(NO_EDIT, shortened(content)))
    return matched


def _explanation(content: object, repairs: Repairs) -> Explanation | None:
    found = content if isinstance(content, dict) else {}
    label = found.get("error_type")
    severity = found.get("error_severity")
    description = found.get("error_description")
    if (
        not isinstance(label, str)
        or not isinstance(description, str)
        or severity is None
    ):
        repairs.append(Repair(BAD_EXPLANATION, shortened(content)))
        return None
    if not description.strip():
        repairs.append(Repair(EMPTY_DESCRIPTION, shortened(content)))
        return None
    error_type = _label(label, repairs)
    return Explanation(
        error_type, _severity(severity, repairs), _encodable(description, repairs)
    )


def _labels_by_name() -> dict[str, str]:
    """The label of a type by each of its names."""
    labels = {}
    for label, one in ERROR_TYPES.items():
        for name in (label, label.removesuffix("错误"), one.english):
            labels[name.casefold()] = label
    return labels


_NAMES = _labels_by_name()
_BRACKETS = re.compile(r"[()（）]")


def _label(written: str, repairs: Repairs) -> str:
    """The type of a name, which may have another name of the same type in brackets after it."""
    if written in LABELS:
        return written
    names = (" ".join(part.split()).casefold() for part in _BRACKETS.split(written))
    labels = {_NAMES[name] for name in names if name in _NAMES}
    label = labels.pop() if len(labels) == 1 else None
    repairs.append(Repair(TYPE_NAME if label else UNKNOWN_TYPE, shortened(written)))
    return label or OTHER


def _severity(written: object, repairs: Repairs) -> int:
    severity = _integer(written, repairs)
    if severity is not None and severity in SEVERITIES:
        return severity
    repairs.append(Repair(UNKNOWN_SEVERITY, shortened(written)))
    return SEVERITIES.start
