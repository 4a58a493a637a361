"""M2 (Dahlmeier and Ng 2012), the file of edits between the stages."""

import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain
from pathlib import Path

from gec_attribution.edits.model import (
    NOT_COUNTED,
    AnnotatedSentence,
    Edit,
    apply_edits,
    m2_text,
    m2_tokens,
    misplaced,
)
from gec_attribution.errors import InputError
from gec_attribution.storage.files import write_atomically
from gec_attribution.storage.text import iter_lines

_TARGET = re.compile(r"T(?P<coder>\d+)(-A\d+)?( |$)")
# The M2 scorer's alternatives; `||` alone, or with spaces around, is text, as in ERRANT.
_ALTERNATIVES = re.compile(r"[^|]\|\|(?!\|)|(?<!\|)\|\|[^|]")
_NOT_ANNOTATABLE = "NA"
_NO_EDIT = {"noop", _NOT_ANNOTATABLE}


def read_m2(path: str | Path) -> Iterator[AnnotatedSentence]:
    """The sentences of an M2 file (Dahlmeier and Ng 2012), one at a time.

    Files are as ERRANT, the M2 scorer or ChERRANT write them. A coder's edits are sorted by
    (start, end). A `noop` is an empty tuple of edits; a coder without any line in a sentence is
    absent from its `coders`. The correction `-NONE-` is empty, as in ChERRANT. Of an edit of type
    `UNK` that leaves its tokens as they are (ERRANT's mark of an uncorrected error) the correction
    is empty.

    Raises:
        InputError: a line is not M2, an edit is outside its sentence or overlaps another one of its
            coder, a correction has alternatives (`the||a`), or white space counts as a token
            (`errant_parallel -tok`); names file and line. Raised when that line is reached.
    """
    return (sentence for _, sentence in sentences_by_line(path))


def sentences_by_line(
    path: str | Path, *, is_own: bool = False
) -> Iterator[tuple[int, AnnotatedSentence]]:
    """The sentences of `read_m2`, each after the line, from 1, in which it begins.

    In a file that `write_m2` made (`is_own`), `the||a` is a token like any other.
    """
    annotations: list[tuple[int, str]] = []
    source = None
    begin = 0
    for number, line in enumerate(chain(iter_lines(path), ["S "]), start=1):
        if line == "S" or line.startswith("S "):
            if source is not None:
                place = f"{path}:{begin}"
                yield begin, _annotate(source, annotations, place, path, is_own)
            source = line[2:]
            begin = number
            annotations = []
        elif source is not None and (line.startswith("A ") or _TARGET.match(line)):
            annotations.append((number, line))
        elif line.strip():
            raise InputError(
                f"{path}:{number}: a line of an M2 file starts with 'S ' (a sentence) or, after "
                f"one, with 'A ' (an edit) or as 'T0-A0 ' (a target of ChERRANT); found "
                f"{line[:40]!r}"
            )


def write_m2(
    path: str | Path,
    sentences: Iterable[AnnotatedSentence],
    corrected: str | Path | None = None,
) -> None:
    """Write sentences so that `read_m2` gives them back equal.

    Errors name `corrected`, the file with the corrected sentences, one a line.

    Raises:
        InputError: a sentence or an edit is one that M2 cannot hold, or an edit is misplaced.
    """
    with (
        write_atomically(path) as temporary,
        temporary.open("w", encoding="utf-8", newline="\n") as file,
    ):
        for number, sentence in enumerate(sentences, start=1):
            try:
                file.write(_format_sentence(sentence))
            except InputError as error:
                place = f"{path}: sentence {number}"
                if corrected:
                    place = f"{corrected}:{number}"
                raise InputError(f"{place}: {error}") from error


def edits_of(path: str | Path) -> Iterator[tuple[str, tuple[Edit, ...]]]:
    """Source and edits of each sentence in a file of `write_m2`, of the first coder who has some.

    Raises:
        InputError: as `read_m2`.
    """
    for _, sentence in sentences_by_line(path, is_own=True):
        yield sentence.source, next(iter(sentence.answers().values()), ())


def edits_by_line(
    path: str | Path, coder: int | None = None
) -> Iterator[tuple[int, str, tuple[Edit, ...]]]:
    """Line, source and edits of each sentence in a system's M2 file, which has one coder.

    Raises:
        InputError: as `read_m2`; or a sentence has not one coder, unless `coder` chooses one; or
            there is no sentence.
    """
    line = None
    for line, sentence in sentences_by_line(path):
        answers = sentence.answers(coder)
        if len(answers) != 1:
            raise InputError(
                f"{path}:{line}: {len(answers)} coders correct the sentence "
                f"({', '.join(map(str, answers))}); a system has one correction of each: keep the "
                "lines of one coder, or choose one in a study (`coder`)"
            )
        (edits,) = answers.values()
        yield line, sentence.source, edits
    if line is None:
        raise InputError(f"{path}:1: there are no sentences in it")


def read_references(paths: Iterable[str | Path]) -> list[list[tuple[Edit, ...]]]:
    """The references of each line: all coders of all files of `write_m2`, in the files' order.

    Raises:
        InputError: the files differ in length, or a line has no reference.
    """
    names = list(map(str, paths))
    files = []
    for path in names:
        numbered = sentences_by_line(path, is_own=True)
        files.append([sentence for _, sentence in numbered])
    if len(set(map(len, files))) > 1:
        both = zip(names, files, strict=True)
        lengths = ", ".join(f"{path} has {len(file)}" for path, file in both)
        raise InputError(f"references must have a sentence for each source: {lengths}")
    lines = []
    for number, sentences in enumerate(zip(*files, strict=True), start=1):
        references: list[tuple[Edit, ...]] = []
        for sentence in sentences:
            references += sentence.answers().values()
        if not references:
            raise InputError(f"{', '.join(names)}: sentence {number} has no reference")
        lines.append(references)
    return lines


def _format_sentence(sentence: AnnotatedSentence) -> str:
    """The block of one sentence, with the empty line that ends it."""
    if "\n" in sentence.source or sentence.source.endswith("\r"):
        raise InputError("a source is one line of text")
    lines = [f"S {sentence.source}"]
    for coder, edits in sentence.coders.items():
        if not edits:
            said = _NOT_ANNOTATABLE if edits is None else "noop"
            lines.append(f"A -1 -1|||{said}|||-NONE-|||REQUIRED|||-NONE-|||{coder}")
            continue
        apply_edits(m2_tokens(sentence.source), edits)
        for edit in edits:
            line = (
                f"A {edit.start} {edit.end}|||{edit.type}|||{edit.correction}"
                f"|||REQUIRED|||-NONE-|||{coder}"
            )
            if edit.correction == "-NONE-":
                raise InputError(
                    f"the correction of tokens {edit.start} to {edit.end} is -NONE-, by which M2 "
                    "means that there is none; change it in the corrected sentence"
                )
            unfit = edit.type in _NO_EDIT or not _is_type(edit.type) or "\n" in line
            if unfit or _parse_annotation(line) != (coder, edit):
                raise InputError(f"M2 cannot hold {edit}")
            lines.append(line)
    return "\n".join(lines) + "\n\n"


def _annotate(
    source: str,
    annotations: Sequence[tuple[int, str]],
    place: str,
    path: str | Path,
    is_own: bool,
) -> AnnotatedSentence:
    """One sentence, which begins at `place`, from its `A` and `T` lines with their numbers."""
    tokens = m2_tokens(source)
    alignments: dict[int, list[list[tuple[Edit, int]]]] = {}
    uncorrectable = set()
    for number, line in annotations:
        target = _TARGET.match(line)
        if target:
            alignments.setdefault(int(target["coder"]), []).append([])
            continue
        try:
            coder, edit = _parse_annotation(line)
        except ValueError as error:
            raise InputError(
                f"{path}:{number}: an edit is 'A start end|||type|||correction|||REQUIRED|||"
                f"-NONE-|||coder', its type a printable word; {error}; found {line[:80]!r}"
            ) from error
        of_coder = alignments.setdefault(coder, [[]])
        if edit.type == _NOT_ANNOTATABLE:
            uncorrectable.add(coder)
        if edit.type in _NO_EDIT:
            continue
        if not is_own:
            _refuse_other_readings(source, edit, place, f"{path}:{number}")
        if edit.type == NOT_COUNTED and edit.tokens == tokens[edit.start : edit.end]:
            edit = replace(edit, correction="")
        of_coder[-1].append((edit, number))
    coders: dict[int, tuple[Edit, ...] | None] = {}
    alternatives = {}
    for coder, of_coder in alignments.items():
        first, *others = [_in_order(edits, len(tokens), path) for edits in of_coder]
        coders[coder] = None if coder in uncorrectable else first
        if others:
            alternatives[coder] = tuple(others)
    return AnnotatedSentence(source, coders, alternatives)


def _in_order(
    edits: list[tuple[Edit, int]], length: int, path: str | Path
) -> tuple[Edit, ...]:
    """Edits sorted by (start, end), after a check against the `length` of their sentence."""
    edits.sort(key=lambda item: item[0].span)
    position = 0
    for edit, number in edits:
        if not position <= edit.start <= edit.end <= length:
            raise InputError(f"{path}:{number}: {misplaced(edit, position, length)}")
        position = edit.end
    return tuple(edit for edit, _ in edits)


def _refuse_other_readings(
    source: str, edit: Edit, place: str, edit_place: str
) -> None:
    """Refuse tokens of white space, and alternatives in a correction."""
    if re.search(r"\s{3}", source.strip()):
        raise InputError(
            f"{place}: there are three spaces in a row, of which `errant_parallel -tok` makes a "
            "token that the edits count; write the texts with single spaces, and make the file anew"
        )
    if any(_ALTERNATIVES.search(token) for token in edit.tokens):
        raise InputError(
            f"{edit_place}: the correction {edit.correction!r} has alternatives; give each to a "
            "coder of its own, who repeats the other edits"
        )


def _parse_annotation(line: str) -> tuple[int, Edit]:
    # The correction is cut out from both sides, since it is the one field that may contain '|||'.
    span, error_type, rest = line.removeprefix("A ").split("|||", 2)
    correction, _required, _comment, coder = rest.rsplit("|||", 3)
    if not _is_type(error_type):
        raise ValueError(f"{error_type!r} is not a type")
    start, end = map(_number, span.split())
    if error_type in _NO_EDIT and (start, end) != (-1, -1):
        raise ValueError(f"a {error_type} is at -1 -1")
    if correction.strip() == "-NONE-":
        correction = ""
    # A corpus has few distinct corrections and types; interning keeps each in memory once.
    correction = sys.intern(m2_text(m2_tokens(correction)))
    return _number(coder), Edit(start, end, correction, sys.intern(error_type))


def _number(text: str) -> int:
    """A number in ASCII digits; `int` would read those of every script."""
    if not re.fullmatch("-?[0-9]{1,9}", text):
        raise ValueError(f"{text[:20]!r} is no number in the digits 0 to 9")
    return int(text)


def _is_type(text: str) -> bool:
    """Return whether a text can be a type: figures and tables show it on one line."""
    return not text.isspace() and text != "" and text.isprintable()
