"""EXCGEC's four tasks, linearised in JSON as models learn to write them.

Ye et al. 2025 (arXiv 2407.00924), sections "Training" and "Inference": one model learns to correct
and then explain, to explain and then correct, to correct alone, and to explain given edits. Keys
and their order are those of the authors' training files. `parsing` reads what models write.
"""

import json
from collections.abc import Mapping, Sequence
from enum import StrEnum
from operator import or_
from typing import Any

from gec_attribution.edits.model import Edit
from gec_attribution.explanations.records import (
    ExplainedSentence,
    JsonObject,
    PlacedEdit,
    correction_of,
    explanation_to_json,
)
from gec_attribution.languages.zh import CHINESE

TARGET_MARKER = "<TGT>"
"""The token that parts correction and explanation: COTE's first phase ends where it is written."""


class Task(StrEnum):
    """Task of a model."""

    POST_EXPLAINING = "post-explaining"
    """Given the source: the target, its edits, their explanations."""
    PRE_EXPLAINING = "pre-explaining"
    """Given the source: edits, their explanations, the target."""
    CORRECT_ONLY = "correct-only"
    """Given the source: the target, as plain text."""
    EXPLAIN_ONLY = "explain-only"
    """Given source, target and edits: the edits again, each with its explanation."""


def place_edits(source: str, edits: Sequence[Edit]) -> list[PlacedEdit]:
    """Edits of a sentence's characters, sorted, with what stands in their places."""
    placed = []
    shift = 0
    characters = CHINESE.unspaced(source)
    for edit in edits:
        start = edit.start + shift
        length = len(correction_of(edit))
        original = characters[edit.start : edit.end]
        placed.append(PlacedEdit(edit, original, (start, start + length)))
        shift += length - (edit.end - edit.start)
    return placed


def task_input(
    task: Task, source: str, target: str = "", edits: Sequence[PlacedEdit] = ()
) -> str:
    """Input of a model: the source; for explain-only a JSON object."""
    if task != Task.EXPLAIN_ONLY:
        return source
    return _text({"source": source, "target": target, "edits": edits_to_json(edits)})


def linearise(task: Task, sentence: ExplainedSentence, marker: str = "") -> str:
    """Answer that a model is trained to write.

    Args:
        task: the task of the model.
        sentence: the correction, its edits and their explanations.
        marker: put between correction and explanation, as `TARGET_MARKER`, of post- and
            pre-explaining; the text is JSON without it.
    """
    if task == Task.CORRECT_ONLY:
        return sentence.target
    edits = edits_to_json(sentence.edits)
    explanations = [explanation_to_json(one.explanation) for one in sentence.edits]
    if task == Task.EXPLAIN_ONLY:
        return _text({"explanations": list(map(or_, edits, explanations))})
    explained: JsonObject = {"edits": edits, "explanations": explanations}
    corrected: JsonObject = {"target": sentence.target}
    parts = [explained, corrected]
    if task == Task.POST_EXPLAINING:
        parts.reverse()
    first, second = (_text(part)[1:-1] for part in parts)
    return f"{{{first}, {marker}{second}}}"


def begin(
    task: Task, answered: Mapping[str, Any], following: str, marker: str = ""
) -> str:
    """The text of an answer up to its next key, and as much of the value as is certain.

    It ends where a tokenizer cuts the whole text anyway, so that a model goes on as it was trained.

    Args:
        task: the task of the model.
        answered: keys of the answer that are settled, in the task's order.
        following: the key to go on with.
        marker: see `linearise`.
    """
    parts = {key: _text({key: value})[1:-1] for key, value in answered.items()}
    parts[following] = _OPENED[following]
    after_marker = _AFTER_MARKER.get(task)
    if after_marker in parts:
        parts[after_marker] = marker + parts[after_marker]
    return "{" + ", ".join(parts.values())


# The key before which a model writes the marker.
_AFTER_MARKER = {Task.POST_EXPLAINING: "edits", Task.PRE_EXPLAINING: "target"}
_OPENED = {
    "target": '"target": "',
    "edits": '"edits":',
    "explanations": '"explanations": [{"',
}


def edits_to_json(edits: Sequence[PlacedEdit]) -> list[JsonObject]:
    """Edits as models read and write them."""
    return list(map(_edit_to_json, edits))


def _edit_to_json(placed: PlacedEdit) -> JsonObject:
    return {
        "src_interval": list(placed.edit.span),
        "tgt_interval": list(placed.target),
        "src_tokens": list(placed.original),
        "tgt_tokens": list(correction_of(placed.edit)),
    }


def _text(content: JsonObject) -> str:
    return json.dumps(content, ensure_ascii=False)
