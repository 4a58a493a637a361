"""EXCGEC's JSON, in and out: corrected sentences whose edits are explained one by one.

Intervals are positions among the characters of a text without its white space, the end excluded; an
insertion is [i, i]. Input is checked: an unusable value is an error; an odd one that can be scored,
as in some published samples, is kept and noted.
"""

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from operator import attrgetter
from pathlib import Path
from typing import Annotated, Any, NamedTuple

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    ValidationError,
    model_validator,
)

from gec_attribution.edits.chunks import edit_type
from gec_attribution.edits.model import Edit, Explanation, apply_edits
from gec_attribution.errors import InputError
from gec_attribution.explanations.taxonomy import LABELS, SEVERITIES
from gec_attribution.languages.zh import CHINESE
from gec_attribution.storage.json_files import read_samples, write_json
from gec_attribution.storage.text import line_numbers, part_of

Interval = tuple[int, int]
JsonObject = dict[str, Any]
"""An object of JSON, by its keys."""

# Subjects of notes.
UNKNOWN_TYPE = "type outside the taxonomy"
UNKNOWN_SEVERITY = "severity outside 1 to 5"
EMPTY_DESCRIPTION = "empty description"
OTHER_SOURCE_CONTENT = "src_interval does not hold src_content"
OTHER_TARGET_CONTENT = "tgt_interval does not hold tgt_content"
OTHER_TARGET = "edits do not give the target"
MISSING_FIELD = "missing field worked out from others"

WHOLE = "all domains"
"""Name of a whole corpus among domains; no domain of the published files has a space."""


@dataclass(frozen=True, slots=True)
class PlacedEdit:
    """An edit with what it replaces and where its correction stands.

    Attributes:
        edit: edit of the source's characters; its type is the operation: M (missing), R
            (redundant), S (substitution) or W (word order: the same characters in another order).
        original: the source's characters as a file gives them, which may not be those at `edit`.
        target: place of the correction among the target's characters.
    """

    edit: Edit
    original: str
    target: Interval

    def explained(self, explanation: Explanation) -> "ExplainedEdit":
        """The edit with its explanation."""
        return ExplainedEdit(self.edit, self.original, self.target, explanation)


@dataclass(frozen=True, slots=True)
class ExplainedEdit(PlacedEdit):
    """An edit with its explanation."""

    explanation: Explanation


@dataclass(frozen=True, slots=True)
class ExplainedSentence:
    """A correction whose edits are explained.

    Attributes:
        source: source text, as `Chinese.normalise` returns it.
        target: correction by an annotator or a system, in the same form.
        edits: edits in the order of the file.
        index: number of the sentence in the pool that EXCGEC was drawn from, if known.
        domain: the corpus that it comes from, if known.
    """

    source: str
    target: str
    edits: tuple[ExplainedEdit, ...]
    index: int | None = None
    domain: str | None = None


class Note(NamedTuple):
    """Something odd that was kept: a constant of this module, its place in a file, and the text."""

    about: str
    where: str
    found: str


@dataclass(frozen=True, slots=True)
class ExplainedCorpus:
    """The content of a file.

    Attributes:
        sentences: sentences in the order of the file.
        notes: oddities of the sentences, in the same order.
        version: the file's own name for its version, if it gives one.
    """

    sentences: tuple[ExplainedSentence, ...]
    notes: tuple[Note, ...] = ()
    version: str | None = None

    def summary(self) -> list[str]:
        """A line for each kind of note: how many there are, and where the first is."""
        numbers = Counter(note.about for note in self.notes)
        lines = []
        for about, number in numbers.items():
            first = next(note for note in self.notes if note.about == about)
            found = f"the first at {first.where}: {first.found}"
            lines.append(f"{about}: {number}, {found}")
        return lines


def read_explanations(path: str | Path, lines: str | None = None) -> ExplainedCorpus:
    """Read EXCGEC's JSON: an object with `samples`, a list of samples, or what models write.

    A sample has `source`, `target` and `edits`; an edit has `src_interval`, `tgt_interval`,
    `src_content`, `tgt_content`, `error_type`, `error_severity` and `error_description`. What
    models write has the source as `input`, and `target`, `edits` and `explanations` (one for each
    edit) as its `output`.

    Args:
        path: the file.
        lines: the part of its samples to take, as `part_of` has it; None takes all.

    Raises:
        InputError: the file is not such JSON: a field is missing and cannot be derived from others,
            or has another kind of value; names file, sample and field. Or it ends before the last
            of `lines`.
    """
    samples, metadata = read_samples(path)
    numbered = list(enumerate(samples, start=1))
    sentences = []
    notes: list[Note] = []
    for number, sample in part_of(numbered, lines, path):
        sentence, sample_notes = from_json(sample, f"{path}: sample {number}")
        sentences.append(sentence)
        notes += sample_notes
    return ExplainedCorpus(tuple(sentences), tuple(notes), metadata.get("version"))


def read_explanations_of(
    path: str | Path, sources: Sequence[str], lines: str | None = None
) -> ExplainedCorpus:
    """Read explanations of known sentences, one sample for each, in the same order.

    `sources`, as `Chinese.normalise` has them, are those of the part of the file that `lines`
    names. A file without the spaces between their words gets them.

    Raises:
        InputError: as `read_explanations`; or the samples are not those of the sentences.
    """
    corpus = read_explanations(path, lines)
    if len(corpus.sentences) != len(sources):
        raise InputError(
            f"{path}: has {len(corpus.sentences)} samples for {len(sources)} sources; there must "
            "be one for each, in the same order"
        )
    numbers = line_numbers(lines) if lines else range(1, len(sources) + 1)
    sentences = []
    rows = zip(numbers, corpus.sentences, sources, strict=True)
    for line, (number, sentence, source) in enumerate(rows, start=1):
        if CHINESE.unspaced(sentence.source) != CHINESE.unspaced(source):
            raise InputError(
                f"{path}: sample {number}: `source` is {_shortened(sentence.source)}, "
                f"but sentence {line} of the data set is {_shortened(source)}; bring them in "
                "the same order"
            )
        target = sentence.target
        if sentence.source != source:
            target = CHINESE.with_spaces_of(source, target)
        sentences.append(replace(sentence, source=source, target=target))
    return replace(corpus, sentences=tuple(sentences))


def write_explanations(
    path: str | Path, sentences: Sequence[ExplainedSentence], version: str | None = None
) -> None:
    """Write sentences as the published files have them; `read_explanations` gives them back."""
    types = Counter(dict.fromkeys(LABELS, 0))
    severities = Counter(dict.fromkeys(SEVERITIES, 0))
    for sentence in sentences:
        types.update(edit.explanation.type for edit in sentence.edits)
        severities.update(edit.explanation.severity for edit in sentence.edits)
    # Severities outside the scale stand after those of the scale.
    in_order = [*SEVERITIES, *sorted(severities.keys() - set(SEVERITIES))]
    metadata = {
        "number": len(sentences),
        "version": version,
        "type_counter": types,
        "severity_counter": {
            str(severity): severities[severity] for severity in in_order
        },
    }
    content = {"metadata": metadata, "samples": list(map(to_json, sentences))}
    write_json(content, path)


def to_json(sentence: ExplainedSentence) -> JsonObject:
    """A sample of EXCGEC's JSON."""
    sample: JsonObject = {}
    if sentence.index is not None:
        sample["index"] = sentence.index
    if sentence.domain is not None:
        sample["domain"] = sentence.domain
    sample["source"] = sentence.source
    sample["target"] = sentence.target
    sample["edits"] = list(map(_edit_to_json, sentence.edits))
    return sample


def from_json(sample: object, where: str) -> tuple[ExplainedSentence, list[Note]]:
    """A sample of EXCGEC's JSON as a sentence; its oddities and errors name the place `where`.

    Raises:
        InputError: as `read_explanations`.
    """
    try:
        checked = _Sample.model_validate(sample)
    except ValidationError as error:
        raise InputError(_problem(error, where)) from error
    edits = []
    notes = []
    for number, edit in enumerate(checked.edits, start=1):
        explained, odd = _read_edit(edit, checked, f"{where}, edit {number}")
        edits.append(explained)
        notes += odd
    sentence = ExplainedSentence(
        checked.source, checked.target, tuple(edits), checked.index, checked.domain
    )
    corrected = _apply(sentence)
    if corrected is None:
        notes.append(Note(OTHER_TARGET, where, "they overlap"))
    elif corrected != CHINESE.unspaced(checked.target):
        found = f"they give {corrected!r}, not {checked.target!r}"
        notes.append(Note(OTHER_TARGET, where, found))
    return sentence, notes


def correction_of(edit: Edit) -> str:
    """The characters that an edit puts in."""
    return CHINESE.unspaced(edit.correction)


def _edit_to_json(explained: ExplainedEdit) -> JsonObject:
    correction = correction_of(explained.edit)
    edit = {
        "src_interval": list(explained.edit.span),
        "tgt_interval": list(explained.target),
        "src_content": explained.original,
        "tgt_content": correction,
        "src_tokens": list(explained.original),
        "tgt_tokens": list(correction),
    }
    return edit | explanation_to_json(explained.explanation)


def explanation_to_json(explanation: Explanation) -> JsonObject:
    """An explanation as files have it, and as models write it."""
    return {
        "error_type": explanation.type,
        "error_severity": explanation.severity,
        "error_description": explanation.description,
    }


def _span(ends: Any) -> Interval:
    are_integers = isinstance(ends, list) and list(map(type, ends)) == [int, int]
    if not are_integers or not 0 <= ends[0] <= ends[1]:
        raise ValueError("must be two integers, 0 ≤ start ≤ end")
    return ends[0], ends[1]


def _not_empty(text: str) -> str:
    if not text:
        raise ValueError("is empty")
    return text


_Span = Annotated[Interval, BeforeValidator(_span)]
_Text = Annotated[str, AfterValidator(CHINESE.normalise)]
_Characters = Annotated[str, AfterValidator(CHINESE.unspaced)]
_Tokens = list[str] | str | None


class _Edit(BaseModel):
    """An edit in the file; early files have its tokens as one text with spaces."""

    model_config = ConfigDict(strict=True)

    src_interval: _Span
    tgt_interval: _Span
    src_content: _Characters | None = None
    tgt_content: _Characters | None = None
    src_tokens: _Tokens = None
    tgt_tokens: _Tokens = None
    error_type: str
    error_severity: int
    error_description: str


class _Sample(BaseModel):
    """A sample in the file, as published or as models write it."""

    model_config = ConfigDict(strict=True)

    source: Annotated[_Text, AfterValidator(_not_empty)]
    target: _Text
    edits: list[_Edit]
    index: int | None = None
    domain: str | None = None

    @model_validator(mode="before")
    @classmethod
    def _as_published(cls, sample: Any) -> Any:
        """A sample as models write it (`input`, `output`), in the published form."""
        output = sample.get("output") if isinstance(sample, dict) else None
        if not isinstance(output, dict):
            return sample
        edits: Any = output.get("edits")
        explanations: Any = output.get("explanations")
        if not (_are_objects(edits) and _are_objects(explanations)):
            raise ValueError(
                "its `output` needs `edits` and `explanations`, two lists of objects"
            )
        if len(edits) != len(explanations):
            raise ValueError(
                f"its `output` has {len(edits)} `edits` but {len(explanations)} `explanations`; "
                "each edit needs one"
            )
        merged = [
            {**edit, **why} for edit, why in zip(edits, explanations, strict=True)
        ]
        texts = {"source": sample.get("input"), "target": output.get("target")}
        return {**sample, **texts, "edits": merged}


def _are_objects(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(each, dict) for each in value)


def _problem(error: ValidationError, where: str) -> str:
    """Error text for the first wrong field of a sample."""
    first = error.errors()[0]
    place = first["loc"][:3]
    name = first["loc"][:1]
    if place[:1] == ("edits",) and len(place) > 1:
        where = f"{where}, edit {int(place[1]) + 1}"
        name = place[2:]
    field = "".join(f" `{part}`:" for part in name)
    if first["type"] == "missing":
        return f"{where}:{field} is missing"
    if first["type"] == "model_type":
        return f"{where}:{field} must be an object; found {_shortened(first['input'])}"
    problem = first["msg"].removeprefix("Value error, ")
    found = f"; found {_shortened(first['input'])}" if field else ""
    return f"{where}:{field} {problem}{found}"


def _shortened(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False)
    if len(text) <= 60:
        return text
    return text[:57] + "..."


def _read_edit(
    edit: _Edit, sample: _Sample, where: str
) -> tuple[ExplainedEdit, list[Note]]:
    """An edit, and its oddities."""
    notes: list[Note] = []

    def content(side: str, text: str, interval: Interval, other_content: str) -> str:
        """Characters of the edit on one side, as the file gives them."""
        held = CHINESE.unspaced(text)[slice(*interval)]
        written = getattr(edit, f"{side}_content")
        tokens = getattr(edit, f"{side}_tokens")
        if written is None and tokens is not None:
            written = CHINESE.unspaced("".join(tokens))
        if written is None:
            found = f"`{side}_content`, taken to be {held!r}"
            notes.append(Note(MISSING_FIELD, where, found))
            return held
        if written != held:
            found = f"{written!r}, where the text has {held!r}"
            notes.append(Note(other_content, f"{where}, `{side}_content`", found))
        return written

    before = content("src", sample.source, edit.src_interval, OTHER_SOURCE_CONTENT)
    after = content("tgt", sample.target, edit.tgt_interval, OTHER_TARGET_CONTENT)
    explanation = Explanation(
        edit.error_type, edit.error_severity, edit.error_description
    )
    odd = {}
    if explanation.type not in LABELS:
        odd["error_type"] = UNKNOWN_TYPE
    if explanation.severity not in SEVERITIES:
        odd["error_severity"] = UNKNOWN_SEVERITY
    if not explanation.description.strip():
        odd["error_description"] = EMPTY_DESCRIPTION
    for name, about in odd.items():
        notes.append(Note(about, f"{where}, `{name}`", _shortened(getattr(edit, name))))
    start, end = edit.src_interval
    placed = Edit(start, end, " ".join(after), edit_type(before, after))
    return ExplainedEdit(placed, before, edit.tgt_interval, explanation), notes


def _apply(sentence: ExplainedSentence) -> str | None:
    """The source's characters with the edits applied; None if they overlap or lie outside."""
    edits = [explained.edit for explained in sentence.edits]
    edits.sort(key=attrgetter("span"))
    try:
        return "".join(apply_edits(CHINESE.unspaced(sentence.source), edits))
    except InputError:
        return None
