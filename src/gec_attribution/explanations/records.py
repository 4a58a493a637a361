"""EXCGEC's JSON, in and out: corrected sentences whose edits are explained one by one.

Intervals are positions among the characters of a text without its white space, the end excluded; an
insertion is [i, i]. Input is checked: what cannot be used is an error; what is odd but can be
scored, as in some published samples, is kept and noted.
"""

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from gec_attribution.edits.chunks import edit_type
from gec_attribution.edits.model import Edit, apply_edits
from gec_attribution.errors import InputError
from gec_attribution.explanations.taxonomy import LABELS, SEVERITIES
from gec_attribution.languages.zh import CHINESE
from gec_attribution.storage.files import write_atomically
from gec_attribution.storage.text import part_of

Interval = tuple[int, int]

# What a note is about.
UNKNOWN_TYPE = "type outside the taxonomy"
UNKNOWN_SEVERITY = "severity outside 1 to 5"
EMPTY_DESCRIPTION = "empty description"
INTERVAL_OUTSIDE = "interval outside its text"
OTHER_SOURCE_CONTENT = "src_interval does not hold src_content"
OTHER_TARGET_CONTENT = "tgt_interval does not hold tgt_content"
OTHER_TOKENS = "tokens are not those of the content, which is taken"
OTHER_TARGET = "edits do not give the target"
WHITE_SPACE = "white space left out"
MISSING_FIELD = "missing field worked out from others"
UNREAD_FIELD = "field that is not read"

WHOLE = "all domains"
"""Name of a whole corpus among domains; no domain of the published files has a space."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """Explanation of an edit.

    Attributes:
        type: a label of `taxonomy.LABELS`, unless noted.
        severity: from 1 to 5, unless noted.
        description: text for the learner, evidence from the source in 【】 and what is right in {}.
    """

    type: str
    severity: int
    description: str


@dataclass(frozen=True, slots=True)
class ExplainedEdit:
    """An edit with its explanation.

    Attributes:
        edit: of the source's characters; its type is the operation: M (missing), R (redundant), S
            (substitution) or W (word order: the same characters in another order).
        original: the source's characters as the file gives them, which may not be those at `edit`.
        target: where the correction is among the target's characters.
        explanation: what is said about it.
    """

    edit: Edit
    original: str
    target: Interval
    explanation: Explanation


@dataclass(frozen=True, slots=True)
class ExplainedSentence:
    """A correction whose edits are explained.

    Attributes:
        source: its characters, without white space.
        target: likewise; the correction, by an annotator or a system.
        edits: in the order of the file.
        index: number of the sentence in the pool that EXCGEC was drawn from, if known.
        domain: the corpus that it comes from, if known.
    """

    source: str
    target: str
    edits: tuple[ExplainedEdit, ...]
    index: int | None = None
    domain: str | None = None


class Note(NamedTuple):
    """Something odd that was kept.

    Attributes:
        about: one of the constants of this module.
        where: file, sample and field.
        found: what was found there.
    """

    about: str
    where: str
    found: str


@dataclass(frozen=True, slots=True)
class ExplainedCorpus:
    """The content of a file.

    Attributes:
        sentences: in its order.
        notes: what is odd about them, in the same order.
        version: the file's own name for its version, if it gives one.
    """

    sentences: tuple[ExplainedSentence, ...]
    notes: tuple[Note, ...] = ()
    version: str | None = None

    def summary(self) -> list[str]:
        """A line for each kind of note: how many there are, and where the first is."""
        earliest = {note.about: note for note in reversed(self.notes)}
        return [
            f"{about}: {number}, the first at {earliest[about].where}: {earliest[about].found}"
            for about, number in Counter(note.about for note in self.notes).items()
        ]


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
    try:
        content = json.loads(Path(path).read_bytes().decode("utf-8-sig"))
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise InputError(
            f"{path}: byte {error.start + 1}, 0x{error.object[error.start]:02x}, is not UTF-8; "
            "convert the file to UTF-8"
        ) from error
    except json.JSONDecodeError as error:
        place = f"{path}:{error.lineno}:{error.colno}"
        raise InputError(f"{place}: is not JSON: {error.msg}") from error
    except RecursionError as error:
        raise InputError(f"{path}: is nested too deeply for a file of explanations") from error
    version = None
    samples = content
    if isinstance(content, dict):
        samples = _Fields(content, str(path)).the("samples", list)
        metadata = content.get("metadata")
        version = metadata.get("version") if isinstance(metadata, dict) else None
    if not isinstance(samples, list):
        raise InputError(
            f"{path}: has {_kind(samples)} where a file of explanations has an object with "
            "`samples`, or a list of samples"
        )
    notes: list[Note] = []
    sentences = tuple(
        _read_sentence(_Fields(sample, f"{path}: sample {number}"), notes)
        for number, sample in part_of(list(enumerate(samples, start=1)), lines, path)
    )
    return ExplainedCorpus(sentences, tuple(notes), version)


def read_explanations_of(
    path: str | Path, sources: Sequence[str], lines: str | None = None
) -> ExplainedCorpus:
    """Read explanations of known sentences, one sample for each, in the same order.

    Args:
        path: as of `read_explanations`.
        sources: the sentences, without white space; of a part, those of that part.
        lines: as of `read_explanations`.

    Raises:
        InputError: as `read_explanations`; or the samples are not those of the sentences.
    """
    corpus = read_explanations(path, lines)
    if len(corpus.sentences) != len(sources):
        raise InputError(
            f"{path}: has {len(corpus.sentences)} samples for {len(sources)} sources; there must "
            "be one for each, in the same order"
        )
    first_line = int(lines.partition("-")[0]) if lines else 1
    for place, (sentence, source) in enumerate(zip(corpus.sentences, sources, strict=True)):
        if sentence.source != source:
            raise InputError(
                f"{path}: sample {first_line + place}: `source` is {_shortened(sentence.source)}, "
                f"but sentence {place + 1} of the data set is {_shortened(source)}; bring them in "
                "the same order"
            )
    return corpus


def write_explanations(
    path: str | Path, sentences: Sequence[ExplainedSentence], version: str | None = None
) -> None:
    """Write sentences as the published files have them; `read_explanations` gives them back."""
    explanations = [explained.explanation for one in sentences for explained in one.edits]
    types = Counter(explanation.type for explanation in explanations)
    severities = Counter(explanation.severity for explanation in explanations)
    metadata = {
        "number": len(sentences),
        "version": version,
        "type_counter": {label: types.pop(label, 0) for label in LABELS} | types,
        "severity_counter": {str(severity): severities.pop(severity, 0) for severity in SEVERITIES}
        | {str(severity): number for severity, number in sorted(severities.items())},
    }
    content = {"metadata": metadata, "samples": list(map(to_json, sentences))}
    with write_atomically(path) as temporary:
        temporary.write_text(
            json.dumps(content, ensure_ascii=False, indent=2) + "\n", encoding="utf-8"
        )


def to_json(sentence: ExplainedSentence) -> dict[str, Any]:
    """A sample of EXCGEC's JSON."""
    known = {"index": sentence.index, "domain": sentence.domain}
    return {
        **{name: value for name, value in known.items() if value is not None},
        "source": sentence.source,
        "target": sentence.target,
        "edits": [_edit_to_json(explained) for explained in sentence.edits],
    }


def from_json(sample: object, where: str) -> tuple[ExplainedSentence, list[Note]]:
    """A sample of EXCGEC's JSON as a sentence, and what is odd about it.

    Args:
        sample: as in a file that `read_explanations` reads.
        where: what errors and notes call its place.

    Raises:
        InputError: as `read_explanations`.
    """
    notes: list[Note] = []
    return _read_sentence(_Fields(sample, where), notes), notes


def correction_of(edit: Edit) -> str:
    """The characters that an edit puts in."""
    return CHINESE.normalise(edit.correction)


def _edit_to_json(explained: ExplainedEdit) -> dict[str, Any]:
    correction = correction_of(explained.edit)
    return {
        "src_interval": [explained.edit.start, explained.edit.end],
        "tgt_interval": list(explained.target),
        "src_content": explained.original,
        "tgt_content": correction,
        "src_tokens": list(explained.original),
        "tgt_tokens": list(correction),
        "error_type": explained.explanation.type,
        "error_severity": explained.explanation.severity,
        "error_description": explained.explanation.description,
    }


@dataclass(frozen=True)
class _Fields:
    """A JSON object, with where it is and which of its fields were asked for."""

    content: Any
    where: str
    read: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        if not isinstance(self.content, dict):
            raise InputError(f"{self.where}: has {_kind(self.content)} where an object is needed")

    def has(self, name: str) -> bool:
        self.read.add(name)
        return self.content.get(name) is not None

    def the(self, name: str, kind: type) -> Any:
        """The value of a field that must be there.

        Raises:
            InputError: it is not, or is not of that kind.
        """
        if not self.has(name):
            raise InputError(f"{self.where}: has no `{name}`, which must be {_KINDS[kind]}")
        return self.optional(name, kind)

    def optional(self, name: str, kind: type) -> Any:
        """The value of a field, None without it or if it is null."""
        if not self.has(name):
            return None
        value = self.content[name]
        if not isinstance(value, kind) or isinstance(value, bool):
            raise InputError(
                f"{self.where}: `{name}` must be {_KINDS[kind]}; found {_kind(value)}: "
                f"{_shortened(value)}"
            )
        return value

    def interval(self, name: str) -> Interval:
        value = self.the(name, list)
        if not _is_interval(value):
            raise InputError(
                f"{self.where}: `{name}` must be two integers, 0 ≤ start ≤ end; found "
                f"{_shortened(value)}"
            )
        return value[0], value[1]

    def unread(self) -> list[str]:
        return [name for name in self.content if name not in self.read]


_KINDS = {
    str: "a string",
    int: "an integer",
    list: "a list",
    dict: "an object",
}


def _kind(value: object) -> str:
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true or false"
    return _KINDS.get(type(value), "a number with a fraction")


def _shortened(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 60 else text[:57] + "..."


def _is_interval(value: list[Any]) -> bool:
    integers = all(isinstance(one, int) and not isinstance(one, bool) for one in value)
    return integers and len(value) == 2 and 0 <= value[0] <= value[1]


def _read_sentence(fields: _Fields, notes: list[Note]) -> ExplainedSentence:
    where = fields.where
    if fields.has("output"):
        fields = _published_form(fields)
    source, target = (_read_text(fields, name, notes) for name in ("source", "target"))
    if not source:
        raise InputError(f"{where}: `source` is empty")
    edits = []
    for number, content in enumerate(fields.the("edits", list), start=1):
        edit = _Fields(content, f"{where}, edit {number}")
        edits.append(_read_edit(edit, source, target, notes))
        notes += [Note(UNREAD_FIELD, edit.where, f"`{name}`") for name in edit.unread()]
    sentence = ExplainedSentence(
        source,
        target,
        tuple(edits),
        fields.optional("index", int),
        fields.optional("domain", str),
    )
    notes += [Note(UNREAD_FIELD, where, f"`{name}`") for name in fields.unread()]
    given = _apply(sentence)
    if given != target:
        difference = "they overlap" if given is None else f"they give {given!r}, not {target!r}"
        notes.append(Note(OTHER_TARGET, where, difference))
    return sentence


def _published_form(fields: _Fields) -> _Fields:
    """A sample as models write it (`input`, `output`), as one of the published files."""
    output = _Fields(fields.the("output", dict), f"{fields.where}, `output`")
    edits, explanations = output.the("edits", list), output.the("explanations", list)
    if len(edits) != len(explanations):
        raise InputError(
            f"{output.where}: has {len(edits)} `edits` but {len(explanations)} `explanations`; "
            "each edit needs one"
        )
    merged = []
    for number, pair in enumerate(zip(edits, explanations, strict=True), start=1):
        both = [_Fields(one, f"{output.where}, edit {number}").content for one in pair]
        merged.append({**both[0], **both[1]})
    return _Fields(
        {
            "source": fields.the("input", str),
            "target": output.the("target", str),
            "edits": merged,
            **{name: fields.content.get(name) for name in ("index", "domain")},
        },
        fields.where,
    )


def _read_text(fields: _Fields, name: str, notes: list[Note]) -> str:
    text = fields.the(name, str)
    characters = CHINESE.normalise(text)
    if characters != text:
        notes.append(Note(WHITE_SPACE, f"{fields.where}, `{name}`", _shortened(text)))
    return characters


def _read_edit(fields: _Fields, source: str, target: str, notes: list[Note]) -> ExplainedEdit:
    start, end = fields.interval("src_interval")
    before = _read_content(fields, "src", source, (start, end), notes)
    in_target = fields.interval("tgt_interval")
    after = _read_content(fields, "tgt", target, in_target, notes)
    explanation = Explanation(
        fields.the("error_type", str),
        fields.the("error_severity", int),
        fields.the("error_description", str),
    )
    notes += [
        Note(about, f"{fields.where}, `{name}`", _shortened(fields.content[name]))
        for about, name, odd in (
            (UNKNOWN_TYPE, "error_type", explanation.type not in LABELS),
            (UNKNOWN_SEVERITY, "error_severity", explanation.severity not in SEVERITIES),
            (EMPTY_DESCRIPTION, "error_description", not explanation.description.strip()),
        )
        if odd
    ]
    edit = Edit(start, end, " ".join(after), edit_type(before, after))
    return ExplainedEdit(edit, before, in_target, explanation)


def _read_content(
    fields: _Fields, side: str, text: str, interval: Interval, notes: list[Note]
) -> str:
    """The characters of an edit on one side, as the file gives them."""
    name = f"{side}_content"
    held = text[slice(*interval)]
    if interval[1] > len(text):
        remark = f"{list(interval)} in a text of {len(text)} characters"
        notes.append(Note(INTERVAL_OUTSIDE, f"{fields.where}, `{side}_interval`", remark))
    content = fields.optional(name, str)
    tokens = _read_tokens(fields, f"{side}_tokens")
    if content is None:
        if tokens is None:
            notes.append(Note(MISSING_FIELD, fields.where, f"`{name}`, taken to be {held!r}"))
        content = held if tokens is None else tokens
    content = CHINESE.normalise(content)
    if tokens is not None and tokens != content:
        remark = f"{tokens!r}, but `{name}` is {content!r}"
        notes.append(Note(OTHER_TOKENS, f"{fields.where}, `{side}_tokens`", remark))
    if content != held:
        about = OTHER_SOURCE_CONTENT if side == "src" else OTHER_TARGET_CONTENT
        remark = f"{content!r}, where the text has {held!r}"
        notes.append(Note(about, f"{fields.where}, `{name}`", remark))
    return content


def _read_tokens(fields: _Fields, name: str) -> str | None:
    """Tokens as a list of strings, or as one string with spaces, as early files have them, joined.

    Raises:
        InputError: they are neither.
    """
    if not fields.has(name):
        return None
    value = fields.content[name]
    if isinstance(value, str):
        return CHINESE.normalise(value)
    tokens = fields.the(name, list)
    if not all(isinstance(token, str) for token in tokens):
        raise InputError(f"{fields.where}: `{name}` must be a list of strings")
    return CHINESE.normalise("".join(tokens))


def _apply(sentence: ExplainedSentence) -> str | None:
    """Source with the edits applied; None if they overlap or lie outside."""
    edits = sorted(
        (explained.edit for explained in sentence.edits), key=lambda edit: (edit.start, edit.end)
    )
    try:
        return "".join(apply_edits(list(sentence.source), edits))
    except InputError:
        return None
